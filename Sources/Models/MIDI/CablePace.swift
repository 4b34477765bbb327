/// When a MIDI cable is free again, which carries 3,125 bytes a second: 31,250 bits, ten for each byte.
package struct CablePace: Hashable, Sendable {
  /// In nanoseconds, as all moments here.
  package private(set) var freeAt: UInt64 = 0

  private static let nanosecondsPerByte: UInt64 = 320_000
  /// What was sent by other ways than in turn may be on the cable at most this long. A port may be faster than a cable,
  /// and then nothing would get its turn.
  private static let longestWait: UInt64 = 500_000_000

  package init() {}

  package func isFree(at now: UInt64) -> Bool { freeAt <= now }

  /// Puts bytes on the cable, after those that are there.
  package mutating func take(bytes: Int, at now: UInt64) {
    freeAt = min(max(freeAt, now) + UInt64(bytes) * Self.nanosecondsPerByte, now + Self.longestWait)
  }
}
