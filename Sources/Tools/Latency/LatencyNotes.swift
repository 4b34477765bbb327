import SpinetRealtime

/// When the notes of a measurement are played.
package struct LatencyNotes {
  private let count: Int
  /// When each was played.
  package private(set) var played: [HostTime] = []
  /// When the next one is due, or how long the last one is listened to.
  private var next: HostTime

  /// What happens when cards begin is left out.
  package init(_ count: Int, from begin: HostTime) {
    (self.count, next) = (count, begin.advanced(bySeconds: 1))
  }

  /// Whether all were played and listened to.
  package func isOver(at now: HostTime) -> Bool { played.count >= count && now >= next }

  /// Whether one is to be played now.
  package mutating func popNote(at now: HostTime) -> Bool {
    guard played.count < count, now >= next else { return false }
    played.append(now)
    // Unequal distances, so that the notes come at all moments of a block.
    next = now.advanced(bySeconds: 0.45 + 0.0037 * Double(played.count % 10))
    return true
  }
}
