import CRealtime
import Glibc

/// A thread with a name. Its owner waits for the thread to end when the value is destroyed.
package struct WorkerThread: ~Copyable, Sendable {
  private let thread: pthread_t
  private var isDetached = false

  /// - Parameter name: cut after 15 characters, the limit of the kernel.
  package init(name: String, body: @escaping @Sendable () -> Void) throws(SpinetError) {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let answer = pthread_create(
      &thread, nil, { Unmanaged<ThreadStart>.fromOpaque($0!).takeRetainedValue().run() },
      start.toOpaque())
    guard answer == 0 else {
      start.release()
      throw SpinetError(
        .outOfResources, what: "thread \(name)",
        why: "it cannot be started: \(String(cString: strerror(answer)))",
        remedy: Remedy(.closeOtherPrograms))
    }
    self.thread = thread
  }

  /// Starts a thread that owns `state`, such as the end of a ring, and frees it when it ends.
  ///
  /// - Parameter name: cut after 15 characters, the limit of the kernel.
  package init<State: ~Copyable>(
    name: String, owning state: consuming sending State, body: @escaping @Sendable (inout State) -> Void
  ) throws(SpinetError) {
    let owned = ThreadState(state)
    try self.init(name: name) { body(&owned.value) }
  }

  /// Destroys the value without waiting for the thread.
  package consuming func detach() {
    pthread_detach(thread)
    isDetached = true
  }

  deinit { if !isDetached { pthread_join(thread, nil) } }
}

/// A value that only one thread uses, in a form that the thread's closure can capture.
private final class ThreadState<Value: ~Copyable>: @unchecked Sendable {
  // Sendable because only the thread that owns it uses `value`.
  var value: Value

  init(_ value: consuming Value) { self.value = value }
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
