/// The MIDI cable to a port, which carries 3,125 bytes a second: 31,250 bits, ten for each byte.
///
/// Several lines share it where parts and scenes name one port in different ways.
package struct OutsideCable: Hashable, Sendable {
  /// When it is free again. In nanoseconds, as all moments here.
  private(set) var freeAt: UInt64 = 0
  /// Whether a system exclusive message is on its way, into which nothing may be put.
  var isInExclusive = false

  private static let nanosecondsPerByte: UInt64 = 320_000
  /// What was sent by other ways than in turn may be on the cable at most this long. A port may be faster than a cable,
  /// and then nothing would get its turn.
  private static let longestWait: UInt64 = 500_000_000

  package init() {}

  func isFree(at now: UInt64) -> Bool { freeAt <= now }

  /// Puts bytes on the cable, after those that are there.
  mutating func take(bytes: Int, at now: UInt64) {
    freeAt = min(max(freeAt, now) + UInt64(bytes) * Self.nanosecondsPerByte, now + Self.longestWait)
  }
}
