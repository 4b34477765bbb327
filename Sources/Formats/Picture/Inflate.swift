import SpinetText

/// Decompresses zlib data (RFC 1950 and 1951).
struct Inflate {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var bits = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let most: Int

  /// - Parameter most: the largest allowed result, in bytes; more is an error.
  static func zlib(_ bytes: [UInt8], most: Int) throws(ReadingProblem) -> [UInt8] {
    guard bytes.count >= 2, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
      bytes[1] & 32 == 0
    else { throw ReadingProblem("its pixels are not packed by zlib") }
    var inflate = Inflate(bytes[2...], most: most)
    return try inflate.unpack()
  }

  private init(_ bytes: ArraySlice<UInt8>, most: Int) {
    self.bytes = bytes
    self.most = most
    position = bytes.startIndex
    output.reserveCapacity(min(most, 1 << 22))
  }

  private mutating func unpack() throws(ReadingProblem) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try read(1) == 1
      switch try read(2) {
      case 0: try copyStored()
      case 1: try unpack(Self.fixedLengths, Self.fixedDistances)
      case 2: try unpackWithOwnCodes()
      default: throw Self.damaged
      }
    }
    return output
  }

  private mutating func copyStored() throws(ReadingProblem) {
    bits = 0
    bitCount = 0
    let count = try read(16)
    guard try read(16) == count ^ 0xFFFF, count <= bytes.endIndex - position, output.count + count <= most
    else { throw Self.damaged }
    output += bytes[position..<position + count]
    position += count
  }

  private mutating func unpackWithOwnCodes() throws(ReadingProblem) {
    let lengthCount = try read(5) + 257
    let distanceCount = try read(5) + 1
    let codeCount = try read(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { lengths[Self.codeOrder[index]] = try read(3) }
    let all = try codeLengths(lengthCount + distanceCount, HuffmanCode(lengths))
    try unpack(HuffmanCode(Array(all[..<lengthCount])), HuffmanCode(Array(all[lengthCount...])))
  }

  private mutating func codeLengths(_ count: Int, _ code: HuffmanCode) throws(ReadingProblem) -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try self.symbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Self.damaged }
        lengths += Array(repeating: last, count: try read(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try read(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try read(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == count else { throw Self.damaged }
    return lengths
  }

  private mutating func unpack(_ lengths: HuffmanCode, _ distances: HuffmanCode) throws(ReadingProblem) {
    while true {
      let symbol = try self.symbol(lengths)
      if symbol == 256 { return }
      guard symbol > 256 else {
        guard output.count < most else { throw Self.tooLong }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count else { throw Self.damaged }
      let length = Self.lengthBases[symbol - 257] + (try read(Self.lengthBits[symbol - 257]))
      let index = try self.symbol(distances)
      guard index < Self.distanceBases.count else { throw Self.damaged }
      let distance = Self.distanceBases[index] + (try read(Self.distanceBits[index]))
      guard distance <= output.count else { throw Self.damaged }
      guard output.count + length <= most else { throw Self.tooLong }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func read(_ count: Int) throws(ReadingProblem) -> Int {
    while bitCount < count {
      guard position < bytes.endIndex else { throw ReadingProblem("it ends inside its pixels") }
      bits |= Int(bytes[position]) << bitCount
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  /// Reads the next symbol bit by bit. In a canonical code, the codes of each length follow those of the length
  /// before.
  private mutating func symbol(_ code: HuffmanCode) throws(ReadingProblem) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try read(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Self.damaged
  }

  private static let damaged = ReadingProblem("its packed pixels are damaged")
  private static let tooLong = ReadingProblem("it has more pixels than its sides say")

  private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227,
    258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097,
    6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let fixedLengths = HuffmanCode(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = HuffmanCode(Array(repeating: 5, count: 30))
}

/// A canonical Huffman code, built from the code lengths of its symbols.
private struct HuffmanCode {
  /// The number of codes of each length, in bits.
  private(set) var counts = [Int](repeating: 0, count: 16)
  /// The symbols, the shortest codes first.
  let symbols: [Int]

  init(_ lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }
}
