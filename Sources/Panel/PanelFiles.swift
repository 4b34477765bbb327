import NIOCore
import NIOPosix

/// Reads and writes files for the pages, on its own thread, which starts with the first request. [panel-thread]
package final class PanelFiles {
  private var pool: NIOThreadPool?

  package init() {}

  /// Calls `work` on the file thread, in the order of the calls, and then `reply` on the panel's thread.
  package func run<Answer: Sendable>(
    _ work: @escaping @Sendable () -> Answer, on loop: any EventLoop, reply: @escaping (Answer) -> Void
  ) {
    let reply = NIOLoopBound(reply, eventLoop: loop)
    running.runIfActive(eventLoop: loop, work).whenSuccess { reply.value($0) }
  }

  private var running: NIOThreadPool {
    if let pool { return pool }
    let new = NIOThreadPool(numberOfThreads: 1)
    new.start()
    pool = new
    return new
  }

  /// Ends after the work that has begun, without waiting for it.
  package func endLater() {
    pool?.shutdownGracefully { _ in }
    pool = nil
  }

  /// Waits until reading and writing have ended.
  func end() {
    try? pool?.syncShutdownGracefully()
    pool = nil
  }
}
