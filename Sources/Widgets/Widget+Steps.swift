extension Double {
  /// The nearest of the values that lie whole steps above the lower end; the upper end is one of them.
  func snapped(to step: Double, in range: ClosedRange<Double>) -> Double {
    guard self < range.upperBound else { return range.upperBound }
    let value = range.lowerBound + ((self - range.lowerBound) / step).rounded() * step
    // 0.3, not three times 0.1.
    let scale = Double.powerOfTen(max(step.decimals, range.lowerBound.decimals))
    let written = ((value * scale).rounded() / scale).clamped(to: range)
    return range.upperBound - self <= abs(written - self) ? range.upperBound : written
  }

  /// How many digits after the point it takes to write it, nine at most.
  var decimals: Int {
    (0..<9).first { places in
      let scaled = abs(self) * Double.powerOfTen(places)
      return abs(scaled - scaled.rounded()) <= 1e-6 * Swift.max(scaled, 1e-3)
    } ?? 9
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
