import CRealtime
import Glibc

/// A thread with a name; its owner waits for its end when letting go of it.
public struct WorkerThread: ~Copyable, Sendable {
  private let thread: pthread_t

  /// - Parameter name: at most 15 characters are kept.
  public init(name: String, body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let answer = pthread_create(
      &thread, nil, { Unmanaged<ThreadStart>.fromOpaque($0!).takeRetainedValue().run() },
      start.toOpaque())
    guard answer == 0 else {
      start.release()
      throw ThreadError(reason: String(cString: strerror(answer)))
    }
    self.thread = thread
  }

  deinit { pthread_join(thread, nil) }
}

/// The system gives no further thread.
public struct ThreadError: Error, CustomStringConvertible {
  public let reason: String
  public var description: String { "a thread cannot be started: \(reason); end other programs" }
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
