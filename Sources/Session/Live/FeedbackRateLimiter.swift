import SpinetRealtime

/// How many bytes a controller's cable can take since the last look.
///
/// A MIDI 1.0 cable carries 31,250 bits a second, ten to a byte.
struct FeedbackRateLimiter {
  private var lastCheck = HostTime(nanoseconds: 0)
  private static let nanosecondsPerByte: Int64 = 320_000
  /// However long nothing was sent, a burst is no longer than 20 ms of cable.
  private static let longestBurst: Int64 = 62

  mutating func bytes(at now: HostTime) -> Int {
    let bytes = min(now.nanoseconds(since: lastCheck) / Self.nanosecondsPerByte, Self.longestBurst)
    // What is too little for a message is left to grow.
    guard bytes >= 3 else { return 0 }
    lastCheck = now
    return Int(bytes)
  }
}
