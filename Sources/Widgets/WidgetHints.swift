/// What a patch file says about a program's widget; nil where it says nothing.
public struct WidgetHints: Hashable, Sendable {
  public var range: ClosedRange<Double>?
  public var unit: String?
  public var curve: Curve?

  public init(range: ClosedRange<Double>? = nil, unit: String? = nil, curve: Curve? = nil) {
    self.range = range
    self.unit = unit
    self.curve = curve
  }
}
