import SpinetRealtime
import Synchronization

/// How other threads reach control: they post to its inbox, wake it, or ask it to end. None of this waits. [any-thread]
final class Controls: Sendable {
  let waker: Waker
  let inbox: Inbox
  private let stopRequested = Atomic<Bool>(false)

  init() throws(SpinetError) {
    waker = try Waker()
    inbox = Inbox(waker: waker)
  }

  func wake() { waker.wake() }

  /// Whether control was asked to end.
  var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  func requestStop() {
    stopRequested.store(true, ordering: .releasing)
    wake()
  }
}
