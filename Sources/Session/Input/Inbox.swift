import SpinetRealtime
import Synchronization

/// Queues input from any thread for the control thread. When it is full, events are refused and counted. A release
/// always gets through: the last quarter is kept for releases, and if even that is full, control releases everything
/// that clients hold.
final class Inbox: Sendable {
  private let ring: MPSCRing<InputEvent>
  private let waker: Waker
  private let refusals = Atomic<Int>(0)
  private let lostRelease = Atomic<Bool>(false)
  private let clients = Atomic<UInt32>(0)

  init(capacity: Int = 4096, waker: Waker) {
    ring = MPSCRing(capacity: capacity)
    self.waker = waker
  }

  /// The number of events that were refused since the start. [any-thread]
  var refused: Int { refusals.load(ordering: .relaxed) }

  func newClient() -> ClientID { ClientID(number: clients.wrappingAdd(1, ordering: .relaxed).newValue) }

  /// Adds an event and wakes the control thread. Returns false if the event is refused. [any-thread]
  func post(_ event: InputEvent) -> Bool {
    let isRelease = event.action.isRelease
    let hasRoom = isRelease || ring.count < ring.capacity / 4 * 3
    let isTaken = hasRoom && ring.push(event)
    if !isTaken {
      refusals.wrappingAdd(1, ordering: .relaxed)
      if isRelease { lostRelease.store(true, ordering: .releasing) }
    }
    waker.wake()
    return isTaken || isRelease
  }

  /// Passes all waiting events to `take`. [control-thread]
  ///
  /// - Returns: true if a release was refused. The flag is read first, so the matching note-on has been passed on.
  func drain(_ take: (InputEvent) -> Void) -> Bool {
    let hasLost = lostRelease.exchange(false, ordering: .acquiring)
    for _ in 0..<ring.capacity {
      guard let event = ring.pop() else { break }
      take(event)
    }
    return hasLost
  }
}
