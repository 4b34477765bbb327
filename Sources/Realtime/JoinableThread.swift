import Synchronization

/// A `WorkerThread` that begins after its owner exists, and that any thread can wait for.
package struct JoinableThread: ~Copyable, Sendable {
  private let thread = Mutex<WorkerThread?>(nil)

  package init() {}

  package func start(name: String, body: @escaping @Sendable () -> Void) throws(SpinetError) {
    // A closure cannot consume a value that is not optional.
    var worker: WorkerThread? = try WorkerThread(name: name, body: body)
    thread.withLock { $0 = worker.take() }
  }

  /// Starts a thread that owns `state` and frees it when it ends.
  package func start<State: ~Copyable>(
    name: String, owning state: consuming sending State, body: @escaping @Sendable (inout State) -> Void
  ) throws(SpinetError) {
    var worker: WorkerThread? = try WorkerThread(name: name, owning: state, body: body)
    thread.withLock { $0 = worker.take() }
  }

  /// Waits for the thread to end, and is not called on it. [any-thread]
  package func join() { thread.withLock { $0 = nil } }

  /// Gives up waiting for the thread.
  package func detach() { thread.withLock { $0.take() }?.detach() }
}

/// A thread that works until it is stopped, and sleeps in between.
package final class StoppableThread: Sendable {
  private let stopping = Atomic<Bool>(false)
  private let waker: Waker
  private let thread = JoinableThread()

  /// - Parameter work: runs on the thread, and returns soon after `isStopping` has become true.
  package init(name: String, work: @escaping @Sendable (StoppableThread) -> Void) throws(SpinetError) {
    waker = try Waker()
    try thread.start(name: name) { [self] in work(self) }
  }

  /// [any-thread]
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Sleeps until the time has passed or the thread is stopped. Only for the thread itself.
  package func sleep(seconds: Double) { waker.sleep(nanoseconds: Int64(seconds * 1e9)) }

  /// Waits until the thread has ended, and is not called on it. [any-thread]
  package func stop() {
    stopping.store(true, ordering: .relaxed)
    waker.wake()
    thread.join()
  }
}
