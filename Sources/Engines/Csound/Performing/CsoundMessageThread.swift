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

    /// The same with one that is not ended: Csound ends the messages about some mistakes without a line feed.
    func pollAll(_ tell: (CsoundMessage) -> Void) {
      poll(tell)
      instance.takeUnfinishedMessage().forEach(tell)
    }

    /// The last messages and how often each came, once nothing is performed any more.
    package func finish(_ tell: (CsoundMessage) -> Void) {
      poll(tell)
      instance.repeatedMessages().forEach(tell)
    }
  }

  /// Reads a performance's messages all the time, on its own thread.
  final class CsoundMessageThread: Sendable {
    private let isStopping: Flag
    private let heard: Heard
    private let thread = Mutex<WorkerThread?>(nil)

    private static let secondsBetweenPolls = 0.05

    private final class Flag: Sendable { let value = Atomic<Bool>(false) }

    /// What is said while somebody waits for it.
    private final class Heard: Sendable {
      let isWanted = Atomic<Bool>(false)
      let messages = Mutex<[CsoundMessage]>([])
      let polls = Atomic<Int>(0)
    }

    init(_ performance: Performance, tell: @escaping @Sendable (CsoundMessage) -> Void) throws(SpinetError) {
      let isStopping = Flag()
      let heard = Heard()
      let messages = CsoundMessageReader(performance)
      var worker: WorkerThread? = try WorkerThread(name: "spinet-csound") {
        while !isStopping.value.load(ordering: .relaxed) {
          if heard.isWanted.load(ordering: .acquiring) {
            messages.pollAll { message in
              tell(message)
              heard.messages.withLock { $0.append(message) }
            }
          } else {
            messages.poll(tell)
          }
          heard.polls.wrappingAdd(1, ordering: .releasing)
          usleep(useconds_t(Self.secondsBetweenPolls * 1e6))
        }
        messages.finish(tell)
      }
      self.isStopping = isStopping
      self.heard = heard
      thread.withLock { $0 = worker.take() }
    }

    deinit { stop() }

    /// What Csound says during `work` and at once after it. [one thread at a time, not the audio thread]
    func said(during work: () throws(SpinetError) -> Void) throws(SpinetError) -> [CsoundMessage] {
      heard.messages.withLock { $0 = [] }
      heard.isWanted.store(true, ordering: .releasing)
      defer { heard.isWanted.store(false, ordering: .releasing) }
      try work()
      // The poll that goes on may have begun before.
      let end = heard.polls.load(ordering: .acquiring) + 2
      while heard.polls.load(ordering: .acquiring) < end, !isStopping.value.load(ordering: .relaxed) {
        usleep(2_000)
      }
      return heard.messages.withLock { $0 }
    }

    /// All messages so far are handed on when it returns.
    func stop() {
      isStopping.value.store(true, ordering: .relaxed)
      thread.withLock { $0 = nil }
    }
  }
#endif
