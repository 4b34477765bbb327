import Glibc

extension Curve {
  /// The value at `position` (0–1; outside counts as the nearer end) between the ends of `range`.
  public func value(at position: Double, in range: ClosedRange<Double>) -> Double {
    value(at: position, from: range.lowerBound, to: range.upperBound)
  }

  /// The value at `position` between two ends in either order; both ends exact.
  public func value(at position: Double, from start: Double, to end: Double) -> Double {
    if position <= 0 { return start }
    if position >= 1 { return end }
    if case .logarithmic = self, start * end > 0 { return start * pow(end / start, position) }
    return start + (end - start) * fraction(at: position)
  }

  /// The position (0–1) at which `value` stands between the ends of `range`.
  public func position(of value: Double, in range: ClosedRange<Double>) -> Double {
    position(of: value, from: range.lowerBound, to: range.upperBound)
  }

  /// The position (0–1) at which `value` stands between two ends in either order.
  public func position(of value: Double, from start: Double, to end: Double) -> Double {
    guard start != end else { return 0 }
    let fraction = (value - start) / (end - start)
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    if case .logarithmic = self, start * end > 0 { return log(value / start) / log(end / start) }
    return position(ofFraction: fraction)
  }

  private func fraction(at position: Double) -> Double {
    switch self {
    case .linear, .logarithmic: position
    case .exponential: position * position
    case .sShaped: position * position * (3 - 2 * position)
    case .points(let points): Self.interpolate(points, at: position)
    }
  }

  private func position(ofFraction fraction: Double) -> Double {
    switch self {
    case .linear, .logarithmic: fraction
    case .exponential: fraction.squareRoot()
    // The closed inverse of 3p² − 2p³.
    case .sShaped: 0.5 - sin(asin(1 - 2 * fraction) / 3)
    case .points(let points): Self.inverse(points, at: fraction)
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

  /// The first position at which the lines cross `fraction`, whichever way they run.
  private static func inverse(_ points: [Point], at fraction: Double) -> Double {
    for (low, high) in zip(points, points.dropFirst()) {
      let ends = (min(low.fraction, high.fraction), max(low.fraction, high.fraction))
      guard ends.0 <= fraction, fraction <= ends.1 else { continue }
      guard high.fraction != low.fraction else { return low.position }
      return low.position
        + (high.position - low.position) * (fraction - low.fraction) / (high.fraction - low.fraction)
    }
    return fraction
  }
}
