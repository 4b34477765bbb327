/// System exclusive messages that come in pieces, put together port by port.
public struct SysExInbox: Sendable {
  private struct Port {
    var parser = MIDIParser()
    var collector = SysExCollector(limit: SysExInbox.limit)
    var isInside = false
  }

  private var ports: [PortID: Port] = [:]
  /// Messages that were too long, cut off, or of a port that left before their end.
  public private(set) var lostMessages = 0
  /// Bytes that belonged to no message.
  public private(set) var strayBytes = 0
  /// A tuning of all keys has 407 bytes; what is far longer is a synthesizer's memory.
  public static let limit = 4096

  public init() {}

  /// Whether a message from there has begun and not ended.
  public func isInside(_ port: PortID) -> Bool { ports[port]?.isInside ?? false }

  /// Takes the next bytes; hands over the payload, between F0 and F7, of each message that they complete.
  public mutating func take(
    _ bytes: some Sequence<UInt8>, from id: PortID, _ emit: ([UInt8]) -> Void
  ) {
    var port = ports[id] ?? Port()
    let (lost, stray) = (port.collector.lostMessages, port.parser.strayBytes)
    for byte in bytes {
      _ = port.parser.parse(byte) { part in
        port.isInside = part == .start || port.isInside && part.isData
        if let payload = port.collector.take(part) { emit(payload) }
      }
    }
    lostMessages += port.collector.lostMessages - lost
    strayBytes += port.parser.strayBytes - stray
    ports[id] = port
  }

  /// What had begun there never ends.
  public mutating func portLeft(_ id: PortID) {
    if isInside(id) { lostMessages += 1 }
    ports[id] = nil
  }
}

extension SysExPart {
  fileprivate var isData: Bool { if case .data = self { true } else { false } }
}
