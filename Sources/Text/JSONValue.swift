/// A value of JSON, as pages and MIDI-CI send it.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// In the order of the text. A list is read faster than a dictionary is made, and messages have one member.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// Nil for invalid JSON, for trailing text, and for values nested deeper than any message.
  package init?(_ text: String) {
    var reader = JSONReader(bytes: Array(text.utf8))
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  /// The value of a member; nil if there is none, or if this is not an object.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
  /// Nil for a fraction, and for a number that is too large.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }
}

/// Reads JSON from bytes that are UTF-8.
private struct JSONReader {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private static let deepest = 8

  /// Whether only white space follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skip(word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) }) else {
      return false
    }
    index = end
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard depth < Self.deepest, let byte = next else { return nil }
    switch Unicode.Scalar(byte) {
    case "{": return object(depth: depth)
    case "[": return list(depth: depth)
    case "\"": return string().map(JSONValue.text)
    case "t": return skip(word: "true") ? .bool(true) : nil
    case "f": return skip(word: "false") ? .bool(false) : nil
    case "n": return skip(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func list(depth: Int) -> JSONValue? {
    index += 1
    var values: [JSONValue] = []
    skipSpace()
    if skip("]") { return .list(values) }
    while let value = value(depth: depth + 1) {
      values.append(value)
      skipSpace()
      if skip("]") { return .list(values) }
      guard skip(",") else { return nil }
    }
    return nil
  }

  private mutating func object(depth: Int) -> JSONValue? {
    index += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard skip(":"), let value = value(depth: depth + 1) else { return nil }
      members.append(JSONValue.Member(name: name, value: value))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { return nil }
    }
  }

  private mutating func number() -> JSONValue? {
    let start = index
    while let byte = next, Self.isOfNumber(byte) { index += 1 }
    guard let first = bytes[start..<index].first, first != UInt8(ascii: "+"), first != UInt8(ascii: ".")
    else {
      return nil
    }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
      return nil
    }
    return .number(number)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "+", "-", ".", "e", "E": true
    default: false
    }
  }

  private mutating func string() -> String? {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += Array(String(Character(scalar)).utf8)
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch Unicode.Scalar(byte) {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "u":
      guard let unit = unit() else { return nil }
      return scalar(unit)
    default: return nil
    }
  }

  /// The scalar that begins with this unit of UTF-16.
  private mutating func scalar(_ unit: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard skip("\\"), skip("u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
