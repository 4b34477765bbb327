extension OSCMessage {
  /// The message as a datagram.
  package var bytes: [UInt8] {
    var writer = OSCWriter()
    writer.append(text: address)
    writer.append(text: "," + arguments.map(\.type).joined())
    for argument in arguments { writer.append(argument) }
    return writer.bytes
  }
}

extension OSCPacket {
  /// Messages of one moment as a bundle.
  package static func bundle(_ messages: [OSCMessage], at time: OSCTime) -> [UInt8] {
    var writer = OSCWriter()
    writer.append(text: "#bundle")
    writer.append(time.bits, byteCount: 8)
    for bytes in messages.map(\.bytes) {
      writer.append(UInt64(bytes.count), byteCount: 4)
      writer.bytes += bytes
    }
    return writer.bytes
  }
}

private struct OSCWriter {
  var bytes: [UInt8] = []

  mutating func append(_ value: UInt64, byteCount: Int) {
    for place in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))))
    }
  }

  /// A text ends at a zero, so that one in it would cut it.
  mutating func append(text: String) {
    bytes += text.utf8.filter { $0 != 0 }
    bytes.append(0)
    pad()
  }

  mutating func append(_ argument: OSCArgument) {
    switch argument {
    case .integer(let value): append(UInt64(UInt32(bitPattern: value)), byteCount: 4)
    case .long(let value): append(UInt64(bitPattern: value), byteCount: 8)
    case .float(let value): append(UInt64(value.bitPattern), byteCount: 4)
    case .double(let value): append(value.bitPattern, byteCount: 8)
    case .text(let text): append(text: text)
    case .bytes(let blob):
      append(UInt64(blob.count), byteCount: 4)
      bytes += blob
      pad()
    case .time(let time): append(time.bits, byteCount: 8)
    case .midi(let port, let status, let first, let second): bytes += [port, status, first, second]
    case .character(let bits), .color(let bits): append(UInt64(bits), byteCount: 4)
    case .flag, .none, .impulse: break
    }
  }

  private mutating func pad() { while bytes.count % 4 != 0 { bytes.append(0) } }
}

extension OSCArgument {
  /// Its letter among the types of a message.
  package var type: String {
    switch self {
    case .integer: "i"
    case .long: "h"
    case .float: "f"
    case .double: "d"
    case .text: "s"
    case .bytes: "b"
    case .time: "t"
    case .flag(let isOn): isOn ? "T" : "F"
    case .midi: "m"
    case .character: "c"
    case .color: "r"
    case .none: "N"
    case .impulse: "I"
    }
  }
}
