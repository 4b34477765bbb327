import Glibc

/// Maps a position from 0 to 1 to a value between two ends, and back. Both ends are reached exactly, unless a
/// curve of points leaves them out.
public enum Curve: Hashable, Sendable {
  case linear
  /// Equal distances are equal ratios. Both ends must have the same sign and not be 0.
  case logarithmic
  /// The square of the position: slow at first, then fast.
  case exponential
  /// Slow at both ends.
  case sShaped
  /// Straight lines between points (position, fraction of the range). Positions rise within 0–1. Constant
  /// before the first point and after the last.
  case points([Point])

  /// A point that a curve goes through.
  public struct Point: Hashable, Sendable {
    /// How far along the control, 0–1.
    public var position: Double
    /// How far along the range, 0–1.
    public var fraction: Double
    /// A point by its position and its fraction of the range.
    public init(_ position: Double, _ fraction: Double) {
      self.position = position
      self.fraction = fraction
    }
  }
}

extension Curve {
  /// The curves that have a name in files.
  package static let named: [(name: String, curve: Curve)] = [
    ("lin", .linear), ("log", .logarithmic), ("exp", .exponential), ("s", .sShaped),
  ]

  /// The value at `position` (limited to 0–1) in `range`.
  public func value(at position: Double, in range: ClosedRange<Double>) -> Double {
    value(at: position, from: range.lowerBound, to: range.upperBound)
  }

  /// The value at `position` between two ends in either order. An end that the curve reaches is exact.
  public func value(at position: Double, from start: Double, to end: Double) -> Double {
    let fraction = fraction(at: position.clamped(to: 0...1))
    if fraction <= 0 { return start }
    if fraction >= 1 { return end }
    if case .logarithmic = self, start * end > 0 { return start * pow(end / start, fraction) }
    return start + (end - start) * fraction
  }

  /// The position (0–1) of `value` in `range`.
  public func position(of value: Double, in range: ClosedRange<Double>) -> Double {
    position(of: value, from: range.lowerBound, to: range.upperBound)
  }

  /// The position (0–1) of `value` between two ends in either order. If there are several, the first one; if
  /// there is none, the position where the curve comes nearest.
  public func position(of value: Double, from start: Double, to end: Double) -> Double {
    guard start != end else { return 0 }
    let fraction = (value - start) / (end - start)
    switch self {
    case .points(let points): return Self.inverse(points, at: fraction)
    case _ where fraction.isNaN || fraction <= 0: return 0
    case _ where fraction >= 1: return 1
    case .logarithmic where start * end > 0:
      let position = log(value / start) / log(end / start)
      // The ratio of ends that are very far apart is not a number.
      return position.isNaN ? 1 : position
    case .linear, .logarithmic: return fraction
    case .exponential: return fraction.squareRoot()
    // The inverse of 3p² − 2p³ in closed form.
    case .sShaped: return 0.5 - sin(asin(1 - 2 * fraction) / 3)
    }
  }

  private func fraction(at position: Double) -> Double {
    switch self {
    case .linear, .logarithmic: position
    case .exponential: position * position
    case .sShaped: position * position * (3 - 2 * position)
    case .points(let points): Self.interpolate(points, at: position)
    }
  }

  private static func interpolate(_ points: [Point], at position: Double) -> Double {
    guard let first = points.first, let last = points.last else { return position }
    if position <= first.position { return first.fraction }
    for (low, high) in zip(points, points.dropFirst()) where position <= high.position {
      guard high.position > low.position else { return high.fraction }
      return low.fraction
        + (high.fraction - low.fraction) * (position - low.position) / (high.position - low.position)
    }
    return last.fraction
  }

  private static func inverse(_ points: [Point], at fraction: Double) -> Double {
    guard let first = points.first else { return fraction.clamped(to: 0...1) }
    // The curve is constant before its first point.
    var nearest = Point(0, first.fraction)
    if fraction == first.fraction { return 0 }
    for (low, high) in zip(points, points.dropFirst()) {
      if fraction == high.fraction { return high.position }
      if (low.fraction - fraction) * (high.fraction - fraction) < 0 {
        return low.position
          + (high.position - low.position) * (fraction - low.fraction) / (high.fraction - low.fraction)
      }
      if abs(high.fraction - fraction) < abs(nearest.fraction - fraction) { nearest = high }
    }
    return nearest.position
  }
}
