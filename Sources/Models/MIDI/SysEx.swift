/// The meaning of a byte for its system exclusive message.
package enum SysExPart: Hashable, Sendable, BitwiseCopyable {
  case start
  /// A byte of the payload, below 128. F0 and F7 are not part of it.
  case data(UInt8)
  /// Ended by F7.
  case end
  /// Ended by another status byte, for example because a cable was unplugged. The message is incomplete.
  case cutOff
}

/// Collects whole system exclusive messages from the parser's parts, up to a maximum length.
///
/// ```swift
/// var payload: [UInt8]?
/// let message = parser.parse(byte) { payload = collector.take($0) ?? payload }
/// ```
package struct SysExCollector: Sendable {
  /// The longest payload that is kept.
  package let limit: Int
  /// The number of messages that were longer than `limit` or cut off.
  package private(set) var lostMessages = 0
  private var payload: [UInt8] = []
  private var isTooLong = false

  package init(limit: Int) {
    self.limit = limit
    payload.reserveCapacity(limit)
  }

  /// Returns the payload of the message that `part` completes, between F0 and F7.
  package mutating func take(_ part: SysExPart) -> [UInt8]? {
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

/// Assembles system exclusive messages that arrive in pieces, separately for each port.
package struct SysExInbox: Sendable {
  private struct Port {
    var parser = MIDIParser()
    var collector = SysExCollector(limit: SysExInbox.limit)
    var isInside = false
  }

  private var ports: [PortID: Port] = [:]
  /// The number of messages that were too long, cut off, or from a port that was closed before their end.
  package private(set) var lostMessages = 0
  /// The number of bytes that belonged to no message.
  package private(set) var strayBytes = 0
  /// A tuning of all keys has 407 bytes. Much longer messages are memory dumps of synthesizers.
  package static let limit = 4096

  package init() {}

  /// Whether a message from this port has begun and not ended.
  package func isInside(_ port: PortID) -> Bool { ports[port]?.isInside ?? false }

  /// Adds bytes. Passes the payload of each message that they complete to `emit`, between F0 and F7.
  package mutating func take(
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

  /// The port is gone. A message that it had begun is lost.
  package mutating func portLeft(_ id: PortID) {
    if isInside(id) { lostMessages += 1 }
    ports[id] = nil
  }
}

extension SysExPart {
  fileprivate var isData: Bool { if case .data = self { true } else { false } }
}
