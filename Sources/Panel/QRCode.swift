/// A QR code of a short text: byte mode, error correction level L, versions 1 to 9 (ISO/IEC 18004).
package struct QRCode: Sendable {
  /// Modules from side to side.
  package let side: Int
  /// By row; true is dark.
  private(set) var modules: [[Bool]]
  /// The modules that are not data: finder, timing and alignment patterns, format and version.
  private var reserved: [[Bool]]

  /// By version, from 1: the numbers of all codewords, of error correction codewords in each block, and of blocks.
  private static let capacities = [
    (26, 7, 1), (44, 10, 1), (70, 15, 1), (100, 20, 1), (134, 26, 1), (172, 18, 2), (196, 20, 2),
    (242, 24, 2),
    (292, 30, 2),
  ]
  /// By version: the centres of the alignment patterns.
  private static let alignments = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
  ]

  /// Nil for a text that is too long.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let fitting = Self.capacities.firstIndex { all, correction, blocks in
      bytes.count + 2 <= all - correction * blocks
    }
    guard let index = fitting else { return nil }
    side = 21 + 4 * index
    modules = Array(repeating: Array(repeating: false, count: side), count: side)
    reserved = modules
    drawPatterns(alignment: Self.alignments[index])
    drawVersion(index + 1)
    let (all, correction, blocks) = Self.capacities[index]
    let data = Self.codewords(of: bytes, count: all - correction * blocks)
    place(Self.interleaved(data, blocks: blocks, correction: correction))
    applyBestMask()
  }

  /// Two rows of modules in a row of characters, dark on light, with the quiet zone around.
  package var lines: [String] {
    stride(from: -2, to: side + 2, by: 2).map { row in
      let cells = (-2..<side + 2).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
      }
      return cells.joined()
    }
  }

  /// Two ASCII characters for each module, for a terminal with a dark background.
  package var linesInASCII: [String] {
    (-2..<side + 2).map { row in
      (-2..<side + 2).map { isDark(row, $0) ? "  " : "##" }.joined()
    }
  }

  func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && modules[row][column]
  }

  // MARK: Data

  /// Mode, length, bytes and padding.
  private static func codewords(of bytes: [UInt8], count: Int) -> [UInt8] {
    let length = UInt8(bytes.count)
    var nibbles: [UInt8] = [0b0100, length >> 4, length & 15]
    for byte in bytes { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    var words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    for fill in (0...).prefix(max(0, count - words.count)) { words.append(fill % 2 == 0 ? 0xEC : 0x11) }
    return words
  }

  /// Splits the data into blocks of equal length, adds error correction to each, and interleaves their codewords.
  private static func interleaved(_ data: [UInt8], blocks: Int, correction: Int) -> [UInt8] {
    let length = data.count / blocks
    let parts = (0..<blocks).map { Array(data[$0 * length..<($0 + 1) * length]) }
    let corrections = parts.map { remainder(of: $0, degree: correction) }
    return (0..<length).flatMap { index in parts.map { $0[index] } }
      + (0..<correction).flatMap { index in corrections.map { $0[index] } }
  }

  /// The product in GF(256) with the polynomial 0x11D.
  static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var (result, factor) = (0, Int(a))
    for bit in 0..<8 {
      if b >> bit & 1 == 1 { result ^= factor }
      factor = factor << 1 ^ (factor & 0x80 == 0 ? 0 : 0x11D)
    }
    return UInt8(result)
  }

  /// The Reed–Solomon error correction codewords.
  static func remainder(of data: [UInt8], degree: Int) -> [UInt8] {
    var generator: [UInt8] = Array(repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        generator[index] = product(generator[index], root) ^ (index + 1 < degree ? generator[index + 1] : 0)
      }
      root = product(root, 2)
    }
    var rest = Array(repeating: UInt8(0), count: degree)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<degree { rest[index] ^= product(generator[index], factor) }
    }
    return rest
  }

  // MARK: Patterns

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<side).contains(row), (0..<side).contains(column) else { return }
    modules[row][column] = isDark
    reserved[row][column] = true
  }

  private mutating func drawPatterns(alignment: [Int]) {
    for index in 0..<side {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
      drawSquares(around: row, column, radius: 4) { $0 != 2 && $0 != 4 }
    }
    for row in alignment {
      for column in alignment where !isAtFinder(row, column) {
        drawSquares(around: row, column, radius: 2) { $0 != 1 }
      }
    }
    drawFormat(mask: 0)
  }

  private func isAtFinder(_ row: Int, _ column: Int) -> Bool {
    (row, column) == (6, 6) || (row, column) == (6, side - 7) || (row, column) == (side - 7, 6)
  }

  private mutating func drawSquares(
    around row: Int, _ column: Int, radius: Int, _ isDark: (Int) -> Bool
  ) {
    for down in -radius...radius {
      for right in -radius...radius { set(row + down, column + right, isDark(max(abs(down), abs(right)))) }
    }
  }

  /// Draws the format information twice: the level and the mask, with their own error correction.
  private mutating func drawFormat(mask: Int) {
    let data = 0b01 << 3 | mask
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { set(index, 8, bit(index)) }
    set(7, 8, bit(6))
    set(8, 8, bit(7))
    set(8, 7, bit(8))
    for index in 9..<15 { set(8, 14 - index, bit(index)) }
    for index in 0..<8 { set(8, side - 1 - index, bit(index)) }
    for index in 8..<15 { set(side - 15 + index, 8, bit(index)) }
    set(side - 8, 8, true)
  }

  /// Draws the version information, which only versions 7 and above have.
  private mutating func drawVersion(_ version: Int) {
    guard version >= 7 else { return }
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for index in 0..<18 {
      let (near, far) = (index / 3, side - 11 + index % 3)
      set(near, far, bits >> index & 1 == 1)
      set(far, near, bits >> index & 1 == 1)
    }
  }

  /// Places the codewords in columns of two modules, from the right, alternately upward and downward.
  private mutating func place(_ words: [UInt8]) {
    var index = 0
    var isUpward = true
    var right = side - 1
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<side {
        let row = isUpward ? side - 1 - step : step
        for column in [right, right - 1] where !reserved[row][column] && index < words.count * 8 {
          modules[row][column] = words[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
      isUpward.toggle()
      right -= 2
    }
  }

  // MARK: Masks

  private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  private mutating func apply(mask: Int) {
    for row in 0..<side {
      for column in 0..<side where !reserved[row][column] && Self.isMasked(mask, row, column) {
        modules[row][column].toggle()
      }
    }
    drawFormat(mask: mask)
  }

  /// Every mask is valid. The one with the lowest penalty is the easiest to read.
  private mutating func applyBestMask() {
    let plain = self
    let candidates = (0..<8).map { mask in
      var code = plain
      code.apply(mask: mask)
      return code
    }
    self = candidates.min { $0.penalty < $1.penalty } ?? self
  }

  /// The penalty for runs of five and more, and for different numbers of dark and light modules.
  private var penalty: Int {
    var total = 0
    for line in 0..<side {
      total +=
        Self.runs((0..<side).map { modules[line][$0] }) + Self.runs((0..<side).map { modules[$0][line] })
    }
    let dark = modules.joined().count { $0 }
    return total + abs(dark * 20 - side * side * 10) / (side * side) * 10
  }

  private static func runs(_ line: [Bool]) -> Int {
    var (total, length) = (0, 0)
    for index in line.indices {
      length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
      if length == 5 { total += 3 } else if length > 5 { total += 1 }
    }
    return total
  }
}
