import CRealtime
import Glibc

/// A thread with a name; its owner waits for its end when letting go of it.
public struct WorkerThread: ~Copyable, Sendable {
  private let thread: pthread_t
  private var isDetached = false

  /// - Parameter name: at most 15 characters are kept.
  public init(name: String, body: @escaping @Sendable () -> Void) throws(SpinetError) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let answer = pthread_create(
      &thread, nil, { Unmanaged<ThreadStart>.fromOpaque($0!).takeRetainedValue().run() },
      start.toOpaque())
    guard answer == 0 else {
      start.release()
      throw SpinetError(
        .device, what: "thread \(name)", why: "it cannot be started: \(String(cString: strerror(answer)))",
        remedy: "end other programs")
    }
    self.thread = thread
  }

  /// Lets the thread end by itself: nothing waits for it any more.
  package consuming func detach() {
    pthread_detach(thread)
    isDetached = true
  }

  deinit { if !isDetached { pthread_join(thread, nil) } }
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = String(name.prefix(15))
    self.body = body
  }

  func run() -> UnsafeMutableRawPointer? {
    rt_name_thread(name)
    body()
    return nil
  }
}
