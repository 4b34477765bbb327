/// What receivers had no room for when it was sent: each one's events wait, in order, until it has.
///
/// A note-off that got lost would leave its note sounding for ever.
struct UnsentEvents<Receiver: Hashable, Event> {
  private var waiting: [(receiver: Receiver, event: Event)] = []

  /// Twice what the kernel keeps for a receiver itself: one that has so much to read does not read any more.
  private static var most: Int { 4096 }

  /// - Parameter transmit: answers whether there was room.
  mutating func send(_ event: Event, to receiver: Receiver, by transmit: (Event) -> Bool) {
    retry(by: transmit)
    if waiting.contains(where: { $0.receiver == receiver }) || !transmit(event) {
      if waiting.count < Self.most { waiting.append((receiver, event)) }
    }
  }

  /// Sends what now finds room; a receiver without any keeps nobody else waiting.
  mutating func retry(by transmit: (Event) -> Bool) {
    guard !waiting.isEmpty else { return }
    var full: Set<Receiver> = []
    waiting.removeAll { receiver, event in
      if full.contains(receiver) { return false }
      if transmit(event) { return true }
      full.insert(receiver)
      return false
    }
  }
}
