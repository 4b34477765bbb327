/// Parses a MIDI byte stream, one byte at a time.
///
/// Supports running status, realtime bytes between and inside other messages, and system exclusive messages
/// of any length. A copy continues from the state of the original. Allocates nothing. [any-thread]
public struct MIDIParser: Sendable, BitwiseCopyable {
  /// The number of bytes that belong to no message: data without a status, data of an incomplete message,
  /// undefined statuses, and an F7 that ends nothing.
  public private(set) var strayBytes = 0
  /// What the next data byte belongs to: a channel status, which stays as running status, F1–F3, F0 inside
  /// system exclusive, or 0 for nothing.
  private var status: UInt8 = 0
  private var first: UInt8 = 0
  private var hasFirst = false

  /// A parser that has seen no byte.
  @_noLocks public init() {}

  /// The message that `byte` completes; nil if it completes none. System exclusive is skipped.
  @_noLocks public mutating func parse(_ byte: UInt8) -> MIDIMessage? {
    if byte >= 0xF8 { return realtime(byte) }
    return byte < 0x80 ? takeData(byte) : takeStatus(byte)
  }

  /// The message that `byte` completes; nil if it completes none.
  ///
  /// - Parameter sysEx: gets the meaning of `byte` for system exclusive messages. F0 may cut off one message
  ///   and start another.
  package mutating func parse(_ byte: UInt8, sysEx: (SysExPart) -> Void) -> MIDIMessage? {
    if byte < 0xF8 {
      if status == 0xF0 { sysEx(byte < 0x80 ? .data(byte) : byte == 0xF7 ? .end : .cutOff) }
      if byte == 0xF0 { sysEx(.start) }
    }
    return parse(byte)
  }

  /// Passes each message that `bytes` complete to `emit`, in order. System exclusive is skipped.
  public mutating func parse(_ bytes: some Sequence<UInt8>, emit: (MIDIMessage) -> Void) {
    for byte in bytes {
      if let message = parse(byte) { emit(message) }
    }
  }

  /// F9 and FD are undefined. Like all of F8–FF, they do not affect the message around them.
  @_noLocks private mutating func realtime(_ byte: UInt8) -> MIDIMessage? {
    guard MIDIMessage.dataByteCount(status: byte) != nil else {
      strayBytes &+= 1
      return nil
    }
    return MIDIMessage(status: byte, first: 0, second: 0)
  }

  @_noLocks private mutating func takeData(_ byte: UInt8) -> MIDIMessage? {
    guard let count = MIDIMessage.dataByteCount(status: status) else {
      if status != 0xF0 { strayBytes &+= 1 }
      return nil
    }
    if count == 2, !hasFirst {
      first = byte
      hasFirst = true
      return nil
    }
    let message =
      count == 2
      ? MIDIMessage(status: status, first: first, second: byte)
      : MIDIMessage(status: status, first: byte, second: 0)
    hasFirst = false
    if status >= 0xF0 { status = 0 }
    return message
  }

  /// System common messages, defined or not, end running status (MIDI 1.0 detailed specification, appendix
  ///
  @_noLocks private mutating func takeStatus(_ byte: UInt8) -> MIDIMessage? {
    if hasFirst { strayBytes &+= 1 }
    hasFirst = false
    let endsSysEx = status == 0xF0 && byte == 0xF7
    let count = MIDIMessage.dataByteCount(status: byte)
    status = byte == 0xF0 || (count ?? 0) > 0 ? byte : 0
    if count == 0 { return MIDIMessage(status: byte, first: 0, second: 0) }
    if count == nil, byte != 0xF0, !endsSysEx { strayBytes &+= 1 }
    return nil
  }
}

/// A whole message. It may be system exclusive.
package enum CompleteMIDIMessage: Hashable, Sendable {
  case message(MIDIMessage)
  /// System exclusive: the bytes between F0 and F7.
  case exclusive([UInt8])

  /// The messages of a line of a trace, with running status. Nil if a byte belongs to no message or a message
  /// is incomplete.
  package static func all(in bytes: [UInt8]) -> [CompleteMIDIMessage]? {
    var parser = MIDIParser()
    var collector = SysExCollector(limit: bytes.count)
    var all: [CompleteMIDIMessage] = []
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
