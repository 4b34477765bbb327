import SpinetFace
import SpinetText

/// Writes PNG files, which most programs can read.
enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The pixels are not compressed. The files are large, but no compressor is needed.
  static func bytes(of picture: FacePicture) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<picture.height {
      rows.append(0)
      rows += picture.bytes[row * picture.width * 3..<(row + 1) * picture.width * 3]
    }
    let header = number(picture.width) + number(picture.height) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65535) {
      let block = bytes[start..<min(start + 65535, bytes.count)]
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      packed += [start + block.count == bytes.count ? 1 : 0, low, high, ~low, ~high]
      packed += block
    }
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65521
      two = (two + one) % 65521
    }
    return packed + number(two << 16 | one)
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + bytes
    return number(bytes.count) + content + number(Int(~remainder(content)))
  }

  /// CRC-32.
  private static func remainder(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    return value
  }

  private static func number(_ value: Int) -> [UInt8] {
    [value >> 24, value >> 16, value >> 8, value].map { UInt8(truncatingIfNeeded: $0) }
  }
}

/// Reads the chunks of a PNG file.
struct PNGReader {
  private var width = 0
  private var height = 0
  private var depth = 0
  private var colour = 0
  private var palette: [UInt8] = []
  private var packed: [UInt8] = []

  static func picture(_ bytes: [UInt8]) throws(ReadingProblem) -> FacePicture {
    var reader = PNGReader()
    try reader.readChunks(bytes)
    return try reader.picture()
  }

  /// Checksums are not verified; a damaged file only shows wrong pixels.
  private mutating func readChunks(_ bytes: [UInt8]) throws(ReadingProblem) {
    var position = PNG.signature.count
    while position + 8 <= bytes.count {
      let count = Self.number(bytes, position)
      let start = position + 8
      let name = String(decoding: bytes[position + 4..<start], as: UTF8.self)
      guard count <= bytes.count - start else { throw ReadingProblem("it ends inside its chunk \(name)") }
      let content = Array(bytes[start..<start + count])
      switch name {
      case "IHDR": try readHeader(content)
      case "PLTE": palette = content
      case "IDAT": packed += content
      case "IEND": return
      default: break
      }
      position = start + count + 4
    }
    throw ReadingProblem("the file is cut off")
  }

  private mutating func readHeader(_ bytes: [UInt8]) throws(ReadingProblem) {
    guard bytes.count == 13 else { throw ReadingProblem("its header is damaged") }
    width = Self.number(bytes, 0)
    height = Self.number(bytes, 4)
    depth = Int(bytes[8])
    colour = Int(bytes[9])
    guard PictureFile.sides.contains(width), PictureFile.sides.contains(height),
      width * height <= PictureFile.mostPixels
    else {
      throw ReadingProblem(
        "width and height must be 1 to \(PictureFile.sides.upperBound), with at most \(PictureFile.mostPixels) pixels"
      )
    }
    guard depth == 8 || depth == 16, Self.partCounts[colour] != nil, bytes[12] == 0 else {
      throw ReadingProblem("it is interlaced, or not 8 or 16 bits per channel")
    }
  }

  /// The number of samples of a pixel, by colour type: gray, colour, palette, gray with alpha, colour with alpha.
  private static let partCounts = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

  private func picture() throws(ReadingProblem) -> FacePicture {
    guard let parts = Self.partCounts[colour], width > 0 else {
      throw ReadingProblem("it has no header")
    }
    let pixel = parts * depth / 8
    var rows = try Inflate.zlib(packed, most: (width * pixel + 1) * height)
    guard rows.count == (width * pixel + 1) * height else {
      throw ReadingProblem("it has fewer pixels than its sides say")
    }
    for row in 0..<height { try Self.undoFilter(&rows, row, width * pixel, pixel) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width { append(rows, row * (width * pixel + 1) + 1 + column * pixel, to: &bytes) }
    }
    guard let picture = FacePicture(width: width, height: height, bytes: bytes) else {
      throw ReadingProblem("its pixels are damaged")
    }
    return picture
  }

  private func append(_ rows: [UInt8], _ first: Int, to bytes: inout [UInt8]) {
    let step = depth / 8
    switch colour {
    case 2, 6: bytes += [rows[first], rows[first + step], rows[first + 2 * step]]
    case 3:
      let entry = Int(rows[first]) * 3
      bytes += entry + 3 <= palette.count ? Array(palette[entry..<entry + 3]) : [0, 0, 0]
    default: bytes += [rows[first], rows[first], rows[first]]
    }
  }

  /// Restores the bytes of a row. The file has their differences from a prediction: the bytes to the left and
  /// above.
  private static func undoFilter(
    _ rows: inout [UInt8], _ row: Int, _ count: Int, _ pixel: Int
  ) throws(ReadingProblem) {
    let start = row * (count + 1) + 1
    let above = start - count - 1
    let filter = rows[start - 1]
    guard filter <= 4 else { throw ReadingProblem("its pixels are damaged") }
    guard filter > 0 else { return }
    for index in 0..<count {
      let left = index < pixel ? 0 : Int(rows[start + index - pixel])
      let up = row == 0 ? 0 : Int(rows[above + index])
      let corner = row == 0 || index < pixel ? 0 : Int(rows[above + index - pixel])
      let guess =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left + up) / 2
        default: nearest(left, up, corner)
        }
      rows[start + index] &+= UInt8(truncatingIfNeeded: guess)
    }
  }

  /// The Paeth predictor.
  private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let guess = left + up - corner
    let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }

  private static func number(_ bytes: [UInt8], _ position: Int) -> Int {
    bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
