import SpinetFace
import SpinetText

/// The pictures of a Y4M file, which is raw video with a line of text before it and before each picture.
package struct Video: Sendable {
  package let width: Int
  package let height: Int
  package let framesPerSecond: Double
  private let layout: Layout
  private let isFullRange: Bool
  private let bytes: [UInt8]
  /// Where the pixels of each picture begin.
  private let starts: [Int]

  /// How the colours are stored beside the brightness.
  private enum Layout {
    case mono
    /// Colour has fewer columns and rows than brightness, by these factors.
    case colours(across: Int, down: Int)
  }

  package var frameCount: Int { starts.count }

  static let signature = Array("YUV4MPEG2".utf8)

  /// An incomplete picture at the end is left out.
  init(_ bytes: [UInt8]) throws(ReadingProblem) {
    guard let header = Self.line(of: bytes, from: 0) else { throw ReadingProblem("it has no header") }
    let words = header.text.split(separator: " ").dropFirst()
    func value(_ letter: Character) -> Substring? { words.first { $0.first == letter }?.dropFirst() }
    guard let width = Int(value("W") ?? ""), let height = Int(value("H") ?? ""),
      PictureFile.sides.contains(width), PictureFile.sides.contains(height)
    else { throw ReadingProblem("width and height must be 1 to \(PictureFile.sides.upperBound)") }
    self.width = width
    self.height = height
    self.bytes = bytes
    framesPerSecond = Self.rate(value("F") ?? "25:1")
    isFullRange = words.contains("XCOLORRANGE=FULL")
    layout = try Self.layout(value("C") ?? "420")
    starts = Self.starts(in: bytes, from: header.end, each: Self.size(layout, width, height))
    guard !starts.isEmpty else { throw ReadingProblem("it has no whole picture") }
  }

  /// The brightness of a picture. After the last one it starts again with the first.
  package func frame(_ number: Int) -> GrayFrame? {
    let start = starts[number.quotientAndRemainder(dividingBy: starts.count).remainder]
    let pixels = bytes[start..<start + width * height]
    return GrayFrame(
      width: width, height: height, pixels: isFullRange ? Array(pixels) : pixels.map(Self.full))
  }

  package func picture(_ number: Int) -> FacePicture {
    let start = starts[number % starts.count]
    return FacePicture(width: width, height: height) { column, row in
      colour(start, column, row)
    }
  }

  /// The colour of a pixel by Rec. 601: red, green and blue, 0 is dark and 1 full.
  private func colour(_ start: Int, _ column: Int, _ row: Int) -> (Double, Double, Double) {
    let stored = bytes[start + row * width + column]
    let light = Double(isFullRange ? stored : Self.full(stored)) / 255
    guard case .colours(let across, let down) = layout else { return (light, light, light) }
    let columns = (width + across - 1) / across
    let rows = (height + down - 1) / down
    let index = start + width * height + row / down * columns + column / across
    let span = isFullRange ? 255.0 : 224
    let blue = (Double(bytes[index]) - 128) / span
    let red = (Double(bytes[index + columns * rows]) - 128) / span
    return (light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue)
  }

  /// Expands the limited range, in which 16 is black and 235 white.
  private static func full(_ value: UInt8) -> UInt8 {
    UInt8(min(max((Int(value) - 16) * 255 / 219, 0), 255))
  }

  private static func rate(_ text: Substring) -> Double {
    let parts = text.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 2, parts[1] > 0, (0.01...1000).contains(parts[0] / parts[1]) else { return 25 }
    return parts[0] / parts[1]
  }

  private static func layout(_ text: Substring) throws(ReadingProblem) -> Layout {
    if text == "mono" { return .mono }
    if ["420", "420jpeg", "420paldv", "420mpeg2"].contains(text) { return .colours(across: 2, down: 2) }
    if text == "422" { return .colours(across: 2, down: 1) }
    if text == "444" { return .colours(across: 1, down: 1) }
    throw ReadingProblem(
      "its colours are stored as C\(text.prefix(20)), not as C420, C422, C444 or Cmono")
  }

  private static func size(_ layout: Layout, _ width: Int, _ height: Int) -> Int {
    guard case .colours(let across, let down) = layout else { return width * height }
    return width * height + 2 * ((width + across - 1) / across) * ((height + down - 1) / down)
  }

  private static func starts(in bytes: [UInt8], from first: Int, each size: Int) -> [Int] {
    var starts: [Int] = []
    var position = first
    while let line = line(of: bytes, from: position), line.text.hasPrefix("FRAME"),
      bytes.count - line.end >= size
    {
      starts.append(line.end)
      position = line.end + size
    }
    return starts
  }

  /// A line of text, and where the bytes after it begin; nil if it does not end within 1024 bytes.
  private static func line(of bytes: [UInt8], from start: Int) -> (text: String, end: Int)? {
    let line = bytes[start..<min(start + 1024, bytes.count)].prefix { $0 != UInt8(ascii: "\n") }
    guard line.endIndex < bytes.count, bytes[line.endIndex] == UInt8(ascii: "\n") else { return nil }
    return (String(decoding: line, as: UTF8.self), line.endIndex + 1)
  }
}
