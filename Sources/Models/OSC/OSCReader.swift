import SpinetText

/// Reads the parts of an OSC packet. All of them have a length that four divides.
struct OSCReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) { (self.bytes, position, end) = (bytes, 0, bytes.count) }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
  }

  var isAtEnd: Bool { position == end }

  var isBundle: Bool {
    end - position >= 8 && bytes[position..<position + 8].elementsEqual(Array("#bundle\0".utf8))
  }

  func problem(_ text: String) -> ReadingProblem { ReadingProblem("byte \(position): \(text)") }

  mutating func bundleTime() throws(ReadingProblem) -> OSCTime {
    position += 8
    return OSCTime(bits: try number(of: 8))
  }

  /// The next packet in a bundle.
  mutating func element() throws(ReadingProblem) -> OSCReader {
    let size = try number(of: 4)
    guard size <= end - position, size % 4 == 0, size > 0 else {
      throw problem("an element of \(size) bytes, where \(end - position) are left")
    }
    defer { position += Int(size) }
    return OSCReader(bytes, position..<position + Int(size))
  }

  mutating func message() throws(ReadingProblem) -> OSCMessage {
    let address = try text()
    guard address.hasPrefix("/") else { throw problem("an address that does not begin with a slash") }
    // Old senders leave the types out.
    guard !isAtEnd else { return OSCMessage(address) }
    let types = try text()
    guard types.hasPrefix(",") else { throw problem("types that do not begin with a comma") }
    var arguments: [OSCArgument] = []
    for type in types.utf8.dropFirst() where !Self.brackets.contains(type) {
      arguments.append(try argument(type))
    }
    guard isAtEnd else { throw problem("\(end - position) bytes after the last argument") }
    return OSCMessage(address, arguments)
  }

  /// Lists in lists are read as their values in a row.
  private static let brackets = Array("[]".utf8)

  private mutating func argument(_ type: UInt8) throws(ReadingProblem) -> OSCArgument {
    switch UnicodeScalar(type) {
    case "i": .integer(Int32(truncatingIfNeeded: try number(of: 4)))
    case "h": .long(Int64(bitPattern: try number(of: 8)))
    case "f": .float(Float(bitPattern: UInt32(truncatingIfNeeded: try number(of: 4))))
    case "d": .double(Double(bitPattern: try number(of: 8)))
    case "s", "S": .text(try text())
    case "b": .bytes(try blob())
    case "t": .time(OSCTime(bits: try number(of: 8)))
    case "c": .character(UInt32(truncatingIfNeeded: try number(of: 4)))
    case "r": .color(UInt32(truncatingIfNeeded: try number(of: 4)))
    case "m": try midi()
    case "T": .flag(true)
    case "F": .flag(false)
    case "N": .none
    case "I": .impulse
    default: throw problem("an argument of the unknown type \(type)")
    }
  }

  private mutating func midi() throws(ReadingProblem) -> OSCArgument {
    let bits = try number(of: 4)
    func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (24 - 8 * place)) }
    return .midi(byte(0), byte(1), byte(2), byte(3))
  }

  private mutating func number(of byteCount: Int) throws(ReadingProblem) -> UInt64 {
    guard byteCount <= end - position else { throw problem("the packet ends inside a value") }
    defer { position += byteCount }
    return bytes[position..<position + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func text() throws(ReadingProblem) -> String {
    guard let zero = bytes[position..<end].firstIndex(of: 0) else { throw problem("a text without an end") }
    defer { position = min(zero + 4 - (zero - position) % 4, end) }
    return String(decoding: bytes[position..<zero], as: UTF8.self)
  }

  private mutating func blob() throws(ReadingProblem) -> [UInt8] {
    let size = try number(of: 4)
    guard size <= end - position else {
      throw problem("a blob of \(size) bytes, where \(end - position) are left")
    }
    defer { position = min(position + (Int(size) + 3) / 4 * 4, end) }
    return Array(bytes[position..<position + Int(size)])
  }
}
