/// The brightness of a camera's picture, a byte for each pixel, row by row from the top left.
package struct GrayFrame: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt8]

  package static let sides = 1...8192

  /// Nil if a side is out of range, or if there are not `width * height` pixels.
  package init?(width: Int, height: Int, pixels: [UInt8]) {
    guard Self.sides.contains(width), Self.sides.contains(height), pixels.count == width * height else {
      return nil
    }
    self.init(pixels, width: width, height: height)
  }

  /// For sides that are known to be right.
  init(_ pixels: [UInt8], width: Int, height: Int) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The part of the frame inside a rectangle; nil if no pixel is inside.
  package func cut(_ area: FaceArea) -> GrayFrame? {
    let columns = Self.pixels(from: area.x, to: area.x + area.width, of: width)
    let rows = Self.pixels(from: area.y, to: area.y + area.height, of: height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let cut = rows.flatMap { row in
      pixels[row * width + columns.lowerBound..<row * width + columns.upperBound]
    }
    return GrayFrame(cut, width: columns.count, height: rows.count)
  }

  /// The mean brightness of the pixels inside a rectangle, 0–1; nil if no pixel is inside.
  package func brightness(in area: FaceArea) -> Double? {
    let columns = Self.pixels(from: area.x, to: area.x + area.width, of: width)
    let rows = Self.pixels(from: area.y, to: area.y + area.height, of: height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    var sum = 0
    let pixels = pixels.span
    for row in rows { for column in columns { sum += Int(pixels[row * width + column]) } }
    return Double(sum) / Double(columns.count * rows.count * 255)
  }

  /// The pixels whose centres are between two positions.
  private static func pixels(from start: Double, to end: Double, of count: Int) -> Range<Int> {
    let first = (start - 0.5).rounded(.up).clamped(to: 0...Double(count))
    let last = (end - 0.5).rounded(.up).clamped(to: first...Double(count))
    return Int(first)..<Int(last)
  }
}

/// A rectangle around a face, in pixels from the top left.
package struct FaceArea: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var size: Double { max(0, width) * max(0, height) }

  /// The area that two rectangles share, divided by the area that they cover together: 1 if equal, 0 if disjoint.
  package func overlap(with other: FaceArea) -> Double {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    guard across > 0, down > 0 else { return 0 }
    return across * down / (size + other.size - across * down)
  }

  /// One of nine equal parts, row by row from the top left.
  package func ninth(_ index: Int) -> FaceArea {
    FaceArea(
      x: x + Double(index % 3) * width / 3, y: y + Double(index / 3) * height / 3, width: width / 3,
      height: height / 3)
  }
}
