extension FixedWidthInteger {
  /// The whole number next to `value`, moved into `range`. Not a number counts as the lower end.
  ///
  /// A number from outside may be anything, and `init(_:)` ends the process for one that does not fit. So a page's
  /// stamp, a file's number or a measured ratio becomes whole by this, or by `init(exactly:)`.
  @inlinable package init(bounded value: Double, in range: ClosedRange<Self>) {
    guard value > Double(range.lowerBound) else {
      self = range.lowerBound
      return
    }
    // The ends may have more digits than a double.
    guard value < Double(range.upperBound) else {
      self = range.upperBound
      return
    }
    self = Swift.min(Swift.max(Self(value.rounded()), range.lowerBound), range.upperBound)
  }
}
