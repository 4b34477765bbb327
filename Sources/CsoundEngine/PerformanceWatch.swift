#if Csound
  import Glibc
  import Realtime
  import Synchronization

  /// Looks at a performance from beside it: hands on what Csound says, and tells when a control block does not
  /// come to its end.
  final class PerformanceWatch: Sendable {
    private let round: Round
    private let thread = Mutex<WorkerThread?>(nil)

    /// - Parameters:
    ///   - messages: what has been said since the last call.
    ///   - busySeconds: how long the control block has taken so far.
    init(
      file: String, log: @escaping @Sendable (String) -> Void,
      messages: @escaping @Sendable () -> [String], busySeconds: @escaping @Sendable () -> Double
    ) throws(ThreadError) {
      let round = Round(file: file, log: log, messages: messages, busySeconds: busySeconds)
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") { round.run() }
      self.round = round
      thread.withLock { $0 = worker.take() }
    }

    deinit { stop() }

    /// What is said until now is handed on when it returns.
    func stop() {
      round.isStopping.store(true, ordering: .relaxed)
      thread.withLock { $0 = nil }
    }

    private final class Round: Sendable {
      let isStopping = Atomic<Bool>(false)
      let file: String
      let log: @Sendable (String) -> Void
      let messages: @Sendable () -> [String]
      let busySeconds: @Sendable () -> Double

      private static let secondsBetweenLooks = 0.05
      private static let longestBlockSeconds = 1.0

      init(
        file: String, log: @escaping @Sendable (String) -> Void,
        messages: @escaping @Sendable () -> [String], busySeconds: @escaping @Sendable () -> Double
      ) {
        self.file = file
        self.log = log
        self.messages = messages
        self.busySeconds = busySeconds
      }

      func run() {
        var isTold = false
        while !isStopping.load(ordering: .relaxed) {
          messages().forEach(log)
          let isBusy = busySeconds() > Self.longestBlockSeconds
          if isBusy, !isTold {
            log("\(file): a control block takes longer than a second; is there a loop without an end in it?")
          }
          isTold = isBusy
          usleep(useconds_t(Self.secondsBetweenLooks * 1e6))
        }
        messages().forEach(log)
      }
    }
  }
#endif
