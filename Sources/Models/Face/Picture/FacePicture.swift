/// A picture in colour: red, green and blue bytes for each pixel, row by row from the top left.
package struct FacePicture: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  /// Nil if a side is out of range, or if there are not three bytes for each pixel.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard GrayFrame.sides.contains(width), GrayFrame.sides.contains(height),
      bytes.count == width * height * 3
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// - Parameter colour: red, green and blue, 0–1, of the pixel in a column and a row.
  package init(width: Int, height: Int, _ colour: (Int, Int) -> (Double, Double, Double)) {
    self.width = width.clamped(to: GrayFrame.sides)
    self.height = height.clamped(to: GrayFrame.sides)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(self.width * self.height * 3)
    for row in 0..<self.height {
      for column in 0..<self.width {
        let (red, green, blue) = colour(column, row)
        for part in [red, green, blue] { bytes.append(UInt8((part * 255).rounded().clamped(to: 0...255))) }
      }
    }
    self.bytes = bytes
  }

  package init(_ frame: GrayFrame) {
    width = frame.width
    height = frame.height
    bytes = frame.pixels.flatMap { [$0, $0, $0] }
  }

  /// A black pixel, which the surface shows before the first picture.
  package static let black = FacePicture(width: 1, height: 1) { _, _ in (0, 0, 0) }

  /// The luminance by Rec. 709: how bright the colours look.
  package var gray: GrayFrame {
    let pixels = stride(from: 0, to: bytes.count, by: 3).map { first in
      UInt8((luminance(at: first) * 255).rounded().clamped(to: 0...255))
    }
    return GrayFrame(pixels, width: width, height: height)
  }

  /// The luminance of a pixel, 0–1. A pixel outside counts as the nearest one at the edge.
  func luminance(_ column: Int, _ row: Int) -> Double {
    let column = column.clamped(to: 0...width - 1)
    let row = row.clamped(to: 0...height - 1)
    return luminance(at: (row * width + column) * 3)
  }

  private func luminance(at first: Int) -> Double {
    (0.2126 * Double(bytes[first]) + 0.7152 * Double(bytes[first + 1]) + 0.0722 * Double(bytes[first + 2]))
      / 255
  }

  /// The part of the picture inside a rectangle; nil if no pixel is inside.
  package func cut(_ area: FaceArea) -> FacePicture? {
    let columns = Self.pixel(area.x, of: width)
    let rows = Self.pixel(area.y, of: height)
    let lastColumn = Self.pixel(area.x + area.width, of: width)
    let lastRow = Self.pixel(area.y + area.height, of: height)
    guard columns < lastColumn, rows < lastRow else { return nil }
    var cut: [UInt8] = []
    for row in rows..<lastRow {
      let first = row * width
      cut += bytes[(first + columns) * 3..<(first + lastColumn) * 3]
    }
    return FacePicture(width: lastColumn - columns, height: lastRow - rows, bytes: cut)
  }

  private static func pixel(_ place: Double, of count: Int) -> Int {
    Int(place.clamped(to: 0...Double(count)).rounded())
  }
}
