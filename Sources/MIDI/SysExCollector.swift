/// Gathers whole system exclusive messages from a parser's parts, up to a bound.
///
/// ```swift
/// var payload: [UInt8]?
/// let message = parser.parse(byte) { payload = collector.take($0) ?? payload }
/// ```
public struct SysExCollector: Sendable {
  /// The longest payload that is kept.
  public let limit: Int
  /// Messages that were longer than `limit` or cut off.
  public private(set) var lostMessages = 0
  private var payload: [UInt8] = []
  private var isTooLong = false

  public init(limit: Int) {
    self.limit = limit
    payload.reserveCapacity(limit)
  }

  /// The payload, between F0 and F7, of the message that `part` completes.
  public mutating func take(_ part: SysExPart) -> [UInt8]? {
    switch part {
    case .start:
      payload.removeAll(keepingCapacity: true)
      isTooLong = false
    case .data(let byte):
      if payload.count < limit { payload.append(byte) } else { isTooLong = true }
    case .end where !isTooLong: return payload
    case .end, .cutOff: lostMessages += 1
    }
    return nil
  }
}
