/// A MIDI message of one to three bytes.
public struct ShortMessage: Sendable, BitwiseCopyable, Hashable {
  public let status: UInt8
  public let first: UInt8
  public let second: UInt8
  /// 1–3.
  public let byteCount: Int

  /// Nil if the number of bytes is not 1–3.
  public init?(bytes: some Collection<UInt8>) {
    guard (1...3).contains(bytes.count) else { return nil }
    var data = bytes.makeIterator()
    status = data.next() ?? 0
    first = data.next() ?? 0
    second = data.next() ?? 0
    byteCount = bytes.count
  }
}
