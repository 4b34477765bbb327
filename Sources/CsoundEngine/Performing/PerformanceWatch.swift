#if Csound
  import Glibc
  import Realtime
  import Synchronization

  /// Looks at a performance all the time, on a thread of its own.
  final class PerformanceWatch: Sendable {
    private let isStopping: Flag
    private let thread = Mutex<WorkerThread?>(nil)

    private static let secondsBetweenLooks = 0.05

    private final class Flag: Sendable { let value = Atomic<Bool>(false) }

    // Sendable because the watch alone looks, once it is there.
    private struct Eye: @unchecked Sendable { let look: PerformanceLook }

    init(_ performance: Performance, log: @escaping @Sendable (String) -> Void) throws(ThreadError) {
      let isStopping = Flag()
      let eye = Eye(look: PerformanceLook(performance))
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") {
        let look = eye.look
        while !isStopping.value.load(ordering: .relaxed) {
          look.look(log)
          usleep(useconds_t(Self.secondsBetweenLooks * 1e6))
        }
        look.finish(log)
      }
      self.isStopping = isStopping
      thread.withLock { $0 = worker.take() }
    }

    deinit { stop() }

    /// What is said until now is handed on when it returns.
    func stop() {
      isStopping.value.store(true, ordering: .relaxed)
      thread.withLock { $0 = nil }
    }
  }
#endif
