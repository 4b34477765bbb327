/// Assembles keys from the bytes that a terminal sends: letters in UTF-8, arrows as escape sequences.
struct KeyReader: Sendable {
  enum Key: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, delete, endOfInput
    case left, right, home, end
    case eraseToStart, eraseToEnd, eraseWord
    /// Escape alone.
    case escape
    /// A key without a meaning here.
    case other
  }

  private enum State {
    case start
    /// After an escape byte: the key itself, or the start of a sequence.
    case escape
    /// Inside `ESC [ numbers letter` (ECMA-48), with the bytes after the bracket.
    case sequence([UInt8])
    /// Inside `ESC O letter`, as some terminals send arrows.
    case short
    case letter([UInt8], length: Int)
  }

  private var state = State.start

  /// The key that `byte` completes; nil while bytes are missing.
  mutating func take(_ byte: UInt8) -> Key? {
    let old = state
    state = .start
    switch old {
    case .start: return begin(byte)
    case .escape: return escape(byte)
    case .short: return Self.key(ending: byte, [])
    case .sequence(let bytes): return sequence(bytes, byte)
    case .letter(let bytes, let length): return letter(bytes, length, byte)
    }
  }

  /// Whether more bytes of a key are expected.
  var isInsideKey: Bool { if case .start = state { false } else { true } }

  /// The key that is complete if no byte follows: an escape byte alone. A key that was cut is dropped.
  mutating func finish() -> Key? {
    defer { state = .start }
    if case .escape = state { return .escape }
    return nil
  }

  private mutating func begin(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B: state = .escape
    case 0x00..<0x20, 0x7F: return Self.control(byte)
    case 0x20..<0x7F: return .character(Character(UnicodeScalar(byte)))
    case 0xC2..<0xE0: state = .letter([byte], length: 2)
    case 0xE0..<0xF0: state = .letter([byte], length: 3)
    case 0xF0..<0xF5: state = .letter([byte], length: 4)
    default: return .other
    }
    return nil
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .eraseToEnd
    case 0x15: .eraseToStart
    case 0x17: .eraseWord
    default: .other
    }
  }

  private mutating func escape(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .short
    case 0x1B: state = .escape
    default: return .other
    }
    return nil
  }

  private mutating func sequence(_ bytes: [UInt8], _ byte: UInt8) -> Key? {
    switch byte {
    case 0x20..<0x40:
      // No terminal sends longer ones. Cut here, it still counts as one key.
      state = .sequence(Array((bytes + [byte]).prefix(16)))
      return nil
    case 0x40..<0x7F: return Self.key(ending: byte, bytes)
    default: return begin(byte)
    }
  }

  private static func key(ending byte: UInt8, _ numbers: [UInt8]) -> Key {
    switch (Character(UnicodeScalar(byte)), String(decoding: numbers, as: UTF8.self)) {
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("~", "3"): .delete
    default: .other
    }
  }

  private mutating func letter(_ bytes: [UInt8], _ length: Int, _ byte: UInt8) -> Key? {
    guard (0x80..<0xC0).contains(byte) else { return begin(byte) }
    let bytes = bytes + [byte]
    if bytes.count < length {
      state = .letter(bytes, length: length)
      return nil
    }
    return String(validating: bytes, as: UTF8.self)?.first.map { .character($0) } ?? .other
  }
}
