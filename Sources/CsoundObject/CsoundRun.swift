#if Csound
  import CsoundEngine
  import Devices
  import Engine
  import Glibc
  import Realtime
  import Synchronization

  /// One performance of a `CsoundObj` from its first block to its last, with a thread that looks after it.
  final class CsoundRun: @unchecked Sendable {
    // Sendable because what is not atomic is set before the thread starts and used by it alone after.
    let engine: BoundEngine
    let link: EngineLink
    let output: Playback
    private let input: Capture?
    private let isStopping = Atomic<Bool>(false)
    private let ownThread = Atomic<UInt>(0)
    private let thread = Mutex<WorkerThread?>(nil)

    private static let secondsBetweenLooks = 0.005

    init(engine: BoundEngine, output: Playback, input: Capture?, link: EngineLink) {
      self.engine = engine
      self.output = output
      self.input = input
      self.link = link
    }

    /// Starts the sound, and the thread that tells of its beginning and end and hands on messages.
    /// - Parameters:
    ///   - leave: called when nothing sounds any more; after it nobody may use the performance.
    func start(
      log: @escaping @Sendable (String) -> Void, began: @escaping @Sendable () -> Void,
      leave: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) throws {
      try output.start(engine, link: link, recorder: nil, input: input)
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") { [self] in
        ownThread.store(UInt(pthread_self()), ordering: .releasing)
        began()
        follow(log)
        output.stop()
        input?.stop()
        leave()
        engine.end()
        ended()
      }
      thread.withLock { $0 = worker.take() }
    }

    private func follow(_ log: (String) -> Void) {
      guard let performance = engine.performance else { return }
      let look = PerformanceLook(performance)
      var watch = EngineWatch(name: engine.document.file, link: link)
      var (isOver, isLost) = (false, false)
      while !isOver, !isStopping.load(ordering: .acquiring) {
        usleep(useconds_t(Self.secondsBetweenLooks * 1e6))
        look.look(log)
        watch.look(log)
        while let report = link.nextReport() { if report == .performanceEnded { isOver = true } }
        let status = output.status
        tellLoss(status, &isLost, log)
        isOver = isOver || status.needsRestart
      }
      watch.look(log)
      look.finish(log)
    }

    /// The performance stands still while its card is away; on a card of another rate it cannot go on.
    private func tellLoss(_ status: OutputStatus, _ isLost: inout Bool, _ log: (String) -> Void) {
      let wasLost = isLost
      if case .lost(let reason) = status.state {
        isLost = true
        if !wasLost { log("\(status.pcm): \(reason); the performance waits for it") }
      } else if wasLost {
        isLost = false
        log("\(status.pcm) is back; the performance goes on")
      }
      if status.needsRestart { log("\(status.pcm) is back with another rate or period; play again") }
    }

    /// Ends it; nothing sounds when it returns, unless its own thread asks.
    func stop() {
      isStopping.store(true, ordering: .releasing)
      guard ownThread.load(ordering: .acquiring) != UInt(pthread_self()) else { return }
      thread.withLock { $0 = nil }
    }
  }
#endif
