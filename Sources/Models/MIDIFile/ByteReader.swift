import SpinetText

/// Reads big-endian numbers from bytes. An error contains the offset at which the bytes ended.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position == end }

  /// - Parameter kind: what is read, for the error.
  mutating func byte(of kind: String) throws(ReadingProblem) -> UInt8 {
    guard position < end else { throw ReadingProblem(atByte: position, "the data end inside \(kind)") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number(byteCount: Int, of kind: String) throws(ReadingProblem) -> Int {
    var value = 0
    for _ in 0..<byteCount { value = value << 8 | Int(try byte(of: kind)) }
    return value
  }

  /// A variable-length number: seven bits in each byte, at most four bytes.
  mutating func quantity(of kind: String) throws(ReadingProblem) -> Int {
    let start = position
    var value = 0
    for _ in 0..<4 {
      let byte = try byte(of: kind)
      value = value << 7 | Int(byte & 127)
      if byte < 0x80 { return value }
    }
    throw ReadingProblem(atByte: start, "a variable-length number of more than 4 bytes")
  }

  /// A reader for the next `count` bytes. This reader continues after them.
  ///
  /// - Parameter offset: the offset of the count, for the error.
  mutating func part(_ count: Int, countAt offset: Int) throws(ReadingProblem) -> ByteReader {
    guard count <= end - position else {
      throw ReadingProblem(atByte: offset, "a length of \(count) bytes reaches beyond the end")
    }
    defer { position += count }
    return ByteReader(bytes, position..<position + count)
  }

  /// A number of four bytes, the lowest first, as RIFF has it.
  mutating func littleEndianNumber(of kind: String) throws(ReadingProblem) -> Int {
    Int(UInt32(truncatingIfNeeded: try number(byteCount: 4, of: kind)).byteSwapped)
  }

  /// The first place, from an offset on, of a word of four bytes.
  func firstIndex(of word: Int, from offset: Int) -> Int? {
    let wanted = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    var index = offset
    while index + 4 <= end {
      if bytes[index] == wanted[0], bytes[index..<index + 4].elementsEqual(wanted) { return index }
      index += 1
    }
    return nil
  }

  /// Continues at an offset, at most at the end.
  mutating func move(to offset: Int) { position = min(max(offset, 0), end) }

  /// The remaining bytes.
  mutating func readRest() -> [UInt8] {
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func unread() { position -= 1 }
}

extension ReadingProblem {
  /// - Parameter offset: the byte of the file at which it goes wrong.
  init(atByte offset: Int, _ why: String) { self.init("byte \(offset): \(why)") }
}
