extension Double {
  /// Not a number counts as the lower end.
  func clamped(to range: ClosedRange<Double>) -> Double {
    guard self > range.lowerBound else { return range.lowerBound }
    return Swift.min(self, range.upperBound)
  }
}

extension Int {
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
