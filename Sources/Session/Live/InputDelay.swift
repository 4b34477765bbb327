import SpinetRealtime

/// How long what arrives has to wait until it is taken.
struct InputDelay {
  private var oldest: HostTime?
  private var longest: Int64 = 0

  /// A message of the present turn, by the time at which it arrived.
  mutating func note(_ arrival: HostTime) { oldest = oldest.map { min($0, arrival) } ?? arrival }

  /// The turn is over, and everything that was noted is taken.
  mutating func settle(at now: HostTime) {
    if let oldest { longest = max(longest, now.nanoseconds(since: oldest)) }
    oldest = nil
  }

  /// The longest that a message waited since this was asked last.
  mutating func takeLongestMilliseconds() -> Double {
    defer { longest = 0 }
    return Double(longest) * 1e-6
  }
}
