#if Csound
  import Glibc
  import SpinetRealtime
  import Synchronization

  /// Reads what Csound says, beside a performance.
  package struct CsoundMessageReader: @unchecked Sendable {
    // Sendable because only one thread at a time uses it.
    private let instance: CsoundInstance

    package init(_ performance: Performance) { instance = performance.instance }

    /// Hands on the messages since the last call.
    package func poll(_ tell: (CsoundMessage) -> Void) { instance.takeMessages().forEach(tell) }

    /// The last messages and how often each came, once nothing is performed any more.
    package func finish(_ tell: (CsoundMessage) -> Void) {
      poll(tell)
      instance.repeatedMessages().forEach(tell)
    }
  }

  /// Reads a performance's messages all the time, on its own thread.
  final class CsoundMessageThread: Sendable {
    private let isStopping: Flag
    private let thread = Mutex<WorkerThread?>(nil)

    private static let secondsBetweenPolls = 0.05

    private final class Flag: Sendable { let value = Atomic<Bool>(false) }

    init(_ performance: Performance, tell: @escaping @Sendable (CsoundMessage) -> Void) throws(SpinetError) {
      let isStopping = Flag()
      let messages = CsoundMessageReader(performance)
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") {
        while !isStopping.value.load(ordering: .relaxed) {
          messages.poll(tell)
          usleep(useconds_t(Self.secondsBetweenPolls * 1e6))
        }
        messages.finish(tell)
      }
      self.isStopping = isStopping
      thread.withLock { $0 = worker.take() }
    }

    deinit { stop() }

    /// All messages so far are handed on when it returns.
    func stop() {
      isStopping.value.store(true, ordering: .relaxed)
      thread.withLock { $0 = nil }
    }
  }
#endif
