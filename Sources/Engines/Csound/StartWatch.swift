#if Csound
  import SpinetRealtime
  import Synchronization

  /// Tells from its own thread when a program computes for long before it plays, as an endless loop in its header does.
  final class StartWatch: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let waker: Waker
    private let thread = Mutex<WorkerThread?>(nil)

    private static let nanosecondsUntilWarning: Int64 = 1_000_000_000

    /// - Parameter log: is called from the thread, once at most.
    init(of file: String, _ log: @escaping @Sendable (String) -> Void) throws(SpinetError) {
      waker = try Waker()
      var worker: WorkerThread? = try WorkerThread(name: "spinet-start") { [self] in
        waker.sleep(nanoseconds: Self.nanosecondsUntilWarning)
        if !isOver.load(ordering: .relaxed) {
          log(
            "\(file): it has been starting for more than a second; wait, or end and fix it"
          )
        }
      }
      thread.withLock { $0 = worker.take() }
    }

    /// Nothing is reported after it has returned.
    func end() {
      isOver.store(true, ordering: .relaxed)
      waker.wake()
      thread.withLock { $0 = nil }
    }
  }
#endif
