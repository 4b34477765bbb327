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
    private let heard: Heard
    private let thread: StoppableThread

    private static let secondsBetweenPolls = 0.05

    /// What is said while somebody waits for it.
    private final class Heard: Sendable {
      let isWanted = Atomic<Bool>(false)
      let messages = Mutex<[CsoundMessage]>([])
      let polls = Atomic<Int>(0)
    }

    init(_ performance: Performance, tell: @escaping @Sendable (CsoundMessage) -> Void) throws(SpinetError) {
      let heard = Heard()
      let messages = CsoundMessageReader(performance)
      thread = try StoppableThread(name: "spinet-csound") { thread in
        while !thread.isStopping {
          if heard.isWanted.load(ordering: .acquiring) {
            messages.pollAll { message in
              tell(message)
              heard.messages.withLock { $0.append(message) }
            }
          } else {
            messages.poll(tell)
          }
          heard.polls.wrappingAdd(1, ordering: .releasing)
          thread.sleep(seconds: Self.secondsBetweenPolls)
        }
        messages.finish(tell)
      }
      self.heard = heard
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
      while heard.polls.load(ordering: .acquiring) < end, !thread.isStopping {
        usleep(2_000)
      }
      return heard.messages.withLock { $0 }
    }

    /// All messages so far are handed on when it returns.
    func stop() { thread.stop() }
  }
#endif
