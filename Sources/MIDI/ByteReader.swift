/// Reads big-endian numbers from bytes, up to a bound, and says where it ran out.
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

  /// - Parameter kind: what is being read, for the error.
  mutating func byte(of kind: String) throws(MIDIFileError) -> UInt8 {
    guard position < end else { throw MIDIFileError(place: position, .endsInside(kind)) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number(byteCount: Int, of kind: String) throws(MIDIFileError) -> Int {
    var value = 0
    for _ in 0..<byteCount { value = value << 8 | Int(try byte(of: kind)) }
    return value
  }

  /// A number of seven bits a byte, four bytes at most.
  mutating func quantity(of kind: String) throws(MIDIFileError) -> Int {
    let start = position
    var value = 0
    for _ in 0..<4 {
      let byte = try byte(of: kind)
      value = value << 7 | Int(byte & 127)
      if byte < 0x80 { return value }
    }
    throw MIDIFileError(place: start, .quantityTooLong)
  }

  /// The next `count` bytes as a reader of their own, which are then behind this one.
  ///
  /// - Parameter place: where the count stands, for the error.
  mutating func part(_ count: Int, countAt place: Int) throws(MIDIFileError) -> ByteReader {
    guard count <= end - position else { throw MIDIFileError(place: place, .lengthBeyondEnd(count)) }
    defer { position += count }
    return ByteReader(bytes, position..<position + count)
  }

  /// Everything up to the end, which is then behind this reader.
  mutating func readRest() -> [UInt8] {
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func unread() { position -= 1 }
}
