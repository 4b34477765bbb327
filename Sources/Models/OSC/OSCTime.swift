/// A moment as NTP writes it: seconds since 1900 in the upper half, their fraction in the lower.
package struct OSCTime: Hashable, Sendable {
  package let bits: UInt64

  /// The time tag that means: now.
  package static let immediately = OSCTime(bits: 1)
  /// From 1900 to 1970, RFC 5905.
  private static let secondsBeforeUnix: UInt64 = 2_208_988_800

  package init(bits: UInt64) { self.bits = bits }

  /// - Parameter nanoseconds: since 1970, as CLOCK_REALTIME counts them.
  package init(unixNanoseconds nanoseconds: UInt64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // Rounded up, so that the same moment is read again.
    bits = (seconds &+ Self.secondsBeforeUnix) << 32 | ((rest << 32) + 999_999_999) / 1_000_000_000
  }

  /// Nanoseconds since 1970; nil for now, and for moments before. Moments after 2036 have a first bit of 0 (RFC 4330, 3).
  ///
  /// Some senders write 0 for now.
  package var unixNanoseconds: UInt64? {
    guard bits > Self.immediately.bits else { return nil }
    let era: UInt64 = bits >> 63 == 1 ? 0 : 1 << 32
    let seconds = (bits >> 32) + era
    guard seconds >= Self.secondsBeforeUnix else { return nil }
    return (seconds - Self.secondsBeforeUnix) * 1_000_000_000 + ((bits & 0xFFFF_FFFF) * 1_000_000_000) >> 32
  }
}
