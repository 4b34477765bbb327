import SpinetRealtime

/// Measures how long messages wait before they are taken.
struct InputDelay {
  private var oldest: HostTime?
  private var longest: Int64 = 0

  /// Records the arrival of a message that is taken in this turn of the control thread.
  mutating func record(_ arrival: HostTime) { oldest = oldest.map { min($0, arrival) } ?? arrival }

  /// Call it at the end of the turn, when the recorded messages have been taken.
  mutating func settle(at now: HostTime) {
    if let oldest { longest = max(longest, now.nanoseconds(since: oldest)) }
    oldest = nil
  }

  /// The longest time that a message has waited since the last call.
  mutating func popLongestMilliseconds() -> Double {
    defer { longest = 0 }
    return Double(longest) * 1e-6
  }
}
