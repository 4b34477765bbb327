import NIOCore
import NIOPosix

/// Reads and writes files for the pages, on a thread of its own that begins with the first question. [panel-thread]
final class PanelFiles {
  private var pool: NIOThreadPool?

  /// Works on the file thread, in the order of the calls; `reply` is called on the panel's.
  func run<Answer: Sendable>(
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

  /// Waits for what is being read or written.
  func end() {
    try? pool?.syncShutdownGracefully()
    pool = nil
  }
}
