/// Where the keys of every row lie, and what is under a point.
struct KeyGeometry {
  /// What is under a point.
  struct Touch: Equatable {
    var row = 0
    /// From the left, also where the keys run from right to left.
    var key = 0
    /// In keys from the left edge, with a fraction.
    var place = 0.0
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

  /// Points off the surface count as on its nearest edge.
  func touch(x: Double, y: Double) -> Touch {
    let down = Self.clamped(y, to: size.height) * Double(keyCounts.count) / size.height
    let row = min(Int(down), keyCounts.count - 1)
    let place = Self.clamped(x, to: size.width) * Double(keyCounts[row]) / size.width
    let key = min(Int(place), keyCounts[row] - 1)
    return Touch(
      row: row, key: key, place: place, x: place - place.rounded(.down), y: down - down.rounded(.down))
  }

  private static func clamped(_ value: Double, to limit: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), limit)
  }
}
