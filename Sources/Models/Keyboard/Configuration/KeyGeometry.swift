/// The geometry of the keys of all rows. It finds the key at a point.
struct KeyGeometry {
  /// The key at a point, and the position within it.
  struct Touch: Equatable {
    var row = 0
    /// Counted from the left, even if the keys run from right to left.
    var key = 0
    /// The position in keys from the left edge of the row, with a fraction.
    var keyPosition = 0.0
    /// 0–1 within the key, from its left.
    var x = 0.0
    /// 0–1 within the row, from its top.
    var y = 0.0
  }

  let size: KeyboardSize
  private let keyCounts: [Int]

  init(size: KeyboardSize, rows: [KeyboardRow]) {
    self.size = size
    keyCounts = rows.map(\.keyCount)
  }

  /// A point outside the surface counts as on its nearest edge.
  func touch(x: Double, y: Double) -> Touch {
    let down = Self.clamped(y, to: size.height) * Double(keyCounts.count) / size.height
    let row = min(Int(down), keyCounts.count - 1)
    let keyPosition = Self.clamped(x, to: size.width) * Double(keyCounts[row]) / size.width
    let key = min(Int(keyPosition), keyCounts[row] - 1)
    return Touch(
      row: row, key: key, keyPosition: keyPosition, x: keyPosition - keyPosition.rounded(.down),
      y: down - down.rounded(.down))
  }

  private static func clamped(_ value: Double, to limit: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), limit)
  }
}

/// The surface that fingers touch, in points.
public struct KeyboardSize: Hashable, Sendable {
  /// From left to right, in points.
  public let width: Double
  /// From top to bottom, in points.
  public let height: Double

  /// Nil unless both sides are from 1 to 1,000,000.
  public init?(width: Double, height: Double) {
    guard (1...1e6).contains(width), (1...1e6).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  private init(_ width: Double, by height: Double) {
    self.width = width
    self.height = height
  }

  /// 1024 by 768 points.
  public static let standard = KeyboardSize(1024, by: 768)
}

extension KeyboardSize {
  /// Reads `1024x768`.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }
}
