/// A message of which nothing is missing.
public enum WholeMessage: Hashable, Sendable {
  case message(MIDIMessage)
  /// System exclusive: what stands between F0 and F7.
  case exclusive([UInt8])

  /// The messages of a line of a trace, with running status; nil if a byte belongs to none, or one is not whole.
  public static func all(in bytes: [UInt8]) -> [WholeMessage]? {
    var parser = MIDIParser()
    var collector = SysExCollector(limit: bytes.count)
    var all: [WholeMessage] = []
    var isUnfinished = false
    for byte in bytes {
      let before = all.count
      var exclusive: [UInt8]?
      let message = parser.parse(byte) { exclusive = collector.take($0) ?? exclusive }
      if let exclusive { all.append(.exclusive(exclusive)) }
      if let message { all.append(.message(message)) }
      if byte < 0xF8 { isUnfinished = all.count == before }
    }
    return isUnfinished || parser.strayBytes + collector.lostMessages > 0 ? nil : all
  }
}
