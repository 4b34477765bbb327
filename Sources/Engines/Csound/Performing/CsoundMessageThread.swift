import Glibc
import SpinetRealtime
import Synchronization

/// Reads Csound's messages during a performance.
package struct CsoundMessageReader: @unchecked Sendable {
  // Sendable because only one thread at a time uses it.
  private let instance: CsoundInstance

  package init(_ performance: Performance) { instance = performance.instance }

  /// Passes on the messages since the last call.
  package func poll(_ tell: (CsoundMessage) -> Void) { instance.popMessages().forEach(tell) }

  /// The same, including an unfinished line: Csound prints some errors without a line feed.
  func pollAll(_ tell: (CsoundMessage) -> Void) {
    poll(tell)
    instance.popUnfinishedMessage().forEach(tell)
  }

  /// Passes on the last messages and the counts of repeated ones. Call it when the performance has ended.
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

  /// The messages that somebody waits for.
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

  /// Csound's messages during `work` and directly after it. Only for one thread at a time, and not for
  /// the audio thread.
  func said(during work: () throws(SpinetError) -> Void) throws(SpinetError) -> [CsoundMessage] {
    heard.messages.withLock { $0 = [] }
    heard.isWanted.store(true, ordering: .releasing)
    defer { heard.isWanted.store(false, ordering: .releasing) }
    try work()
    // The current poll may have begun before `work` ended.
    let end = heard.polls.load(ordering: .acquiring) + 2
    while heard.polls.load(ordering: .acquiring) < end, !thread.isStopping {
      usleep(2_000)
    }
    return heard.messages.withLock { $0 }
  }

  /// Ends the thread. When it returns, all messages so far have been passed on.
  func stop() { thread.stop() }
}
