/// A curve that controllers and velocities follow: 128 values.
package struct SFZCurve: Hashable, Sendable {
  package private(set) var values: [Float]

  init(_ value: (Float) -> Float) { values = (0...127).map { value(Float($0) / 127) } }

  /// Straight lines between some points. Without a point at an end, the curve begins at 0 and ends at 1.
  init(points: [Int: Double]) {
    var known = points.filter { (0...127).contains($0.key) }
    if known[0] == nil { known[0] = 0 }
    if known[127] == nil { known[127] = 1 }
    values = [Float](repeating: 0, count: 128)
    let positions = known.keys.sorted()
    for (low, high) in zip(positions, positions.dropFirst()) {
      let (from, to) = (known[low] ?? 0, known[high] ?? 0)
      for position in low...high {
        values[position] = Float(from + (to - from) * Double(position - low) / Double(high - low))
      }
    }
  }

  /// The same curve in whole steps towards 0.
  func stepped(by step: Double) -> SFZCurve {
    guard step > 0 else { return self }
    var curve = self
    // A little more, so that a whole step is reached in spite of rounding.
    curve.values = values.map { value in
      Float(((abs(Double(value)) / step + 1e-4).rounded(.down) * step)) * (value < 0 ? -1 : 1)
    }
    return curve
  }

  /// Those that every instrument has, by their numbers.
  static let builtIn: [Int: SFZCurve] = [
    0: SFZCurve { $0 }, 1: SFZCurve { 2 * $0 - 1 }, 2: SFZCurve { 1 - $0 }, 3: SFZCurve { 1 - 2 * $0 },
    4: SFZCurve { $0 * $0 }, 5: SFZCurve { $0.squareRoot() }, 6: SFZCurve { (1 - $0).squareRoot() },
  ]

  /// How velocity makes a sound louder: the points of a region, or else a square.
  static func velocity(_ points: [Int: Double]) -> SFZCurve {
    points.isEmpty ? SFZCurve { $0 * $0 } : SFZCurve(points: points)
  }
}
