/// One of the sixteen MIDI channels: `rawValue` 0–15 as on the wire, `number` 1–16 as people count.
public struct Channel: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init?(rawValue: UInt8) {
    guard rawValue < 16 else { return nil }
    self.rawValue = rawValue
  }

  /// - Parameter number: 1–16.
  public init?(number: Int) {
    guard (1...16).contains(number) else { return nil }
    rawValue = UInt8(number - 1)
  }

  /// The channel in the low four bits of a status byte.
  @_noLocks public init(status: UInt8) { rawValue = status & 0x0F }

  public var number: Int { Int(rawValue) + 1 }
  public var index: Int { Int(rawValue) }

  public static let all = (0..<16).map { Channel(status: UInt8($0)) }

  public static func < (a: Channel, b: Channel) -> Bool { a.rawValue < b.rawValue }
}
