/// A MIDI message of one to three bytes, as it goes down a cable.
public struct ShortMessage: Sendable, BitwiseCopyable, Hashable {
  public let status: UInt8
  public let first: UInt8
  public let second: UInt8
  /// 1–3.
  public let byteCount: Int

  /// Nil for what has no or more than three bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard (1...3).contains(bytes.count) else { return nil }
    var data = bytes.makeIterator()
    status = data.next() ?? 0
    first = data.next() ?? 0
    second = data.next() ?? 0
    byteCount = bytes.count
  }
}
