/// What the patch beside a program says about one of the program's widgets, as far as it says anything.
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
