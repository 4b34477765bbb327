extension Double {
  /// The nearest value that is a whole number of steps above the lower end, or the upper end.
  func snapped(to step: Double, in range: ClosedRange<Double>) -> Double {
    guard self < range.upperBound else { return range.upperBound }
    let value = range.lowerBound + ((self - range.lowerBound) / step).rounded() * step
    // Gives 0.3, not 3 · 0.1, which is not the same double.
    let scale = Double.powerOfTen(max(step.decimals, range.lowerBound.decimals))
    let written = ((value * scale).rounded() / scale).clamped(to: range)
    return range.upperBound - self <= abs(written - self) ? range.upperBound : written
  }

  /// The number of decimals needed to write it, at most nine.
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
