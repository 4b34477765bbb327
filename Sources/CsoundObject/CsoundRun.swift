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
    private let isStopping = Atomic<Bool>(false)
    private let ownThread = Atomic<UInt>(0)
    private let thread = Mutex<WorkerThread?>(nil)

    private static let secondsBetweenLooks = 0.005

    init(engine: BoundEngine, output: Playback, link: EngineLink) {
      self.engine = engine
      self.output = output
      self.link = link
    }

    /// Starts the sound, and the thread that tells of its beginning and end and hands on messages.
    /// - Parameters:
    ///   - leave: called when nothing sounds any more; after it nobody may use the performance.
    func start(
      log: @escaping @Sendable (String) -> Void, began: @escaping @Sendable () -> Void,
      leave: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) throws {
      try output.start(engine, link: link, recorder: nil)
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") { [self] in
        ownThread.store(UInt(pthread_self()), ordering: .releasing)
        began()
        follow(log)
        output.stop()
        leave()
        engine.end()
        ended()
      }
      thread.withLock { $0 = worker.take() }
    }

    private func follow(_ log: (String) -> Void) {
      guard let performance = engine.performance else { return }
      var look = PerformanceLook(performance)
      var isOver = false
      while !isOver, !isStopping.load(ordering: .acquiring) {
        usleep(useconds_t(Self.secondsBetweenLooks * 1e6))
        look.look(log)
        while let report = link.nextReport() { if report == .performanceEnded { isOver = true } }
      }
      look.look(log)
    }

    /// Ends it; nothing sounds when it returns, unless its own thread asks.
    func stop() {
      isStopping.store(true, ordering: .releasing)
      guard ownThread.load(ordering: .acquiring) != UInt(pthread_self()) else { return }
      thread.withLock { $0 = nil }
    }
  }
#endif
