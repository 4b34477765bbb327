import SpinetRealtime

/// Calculates how many bytes a controller's cable can carry since the last call.
///
/// A MIDI 1.0 cable carries 31,250 bits a second, with ten bits per byte.
struct FeedbackRateLimiter {
  private var lastCheck = HostTime(nanoseconds: 0)
  private static let nanosecondsPerByte: Int64 = 320_000
  /// In bytes. After a pause, a burst is limited to 20 ms of the cable.
  private static let longestBurst: Int64 = 62

  mutating func bytes(at now: HostTime) -> Int {
    let bytes = min(now.nanoseconds(since: lastCheck) / Self.nanosecondsPerByte, Self.longestBurst)
    // Too little for a message: it is kept until there is more.
    guard bytes >= 3 else { return 0 }
    lastCheck = now
    return Int(bytes)
  }
}
