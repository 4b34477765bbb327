/// Two sliders under one finger: `NAME.x` and `NAME.y`.
public struct XYPad: Sendable {
  /// To the right.
  public let x: Widget
  /// Upwards.
  public let y: Widget

  /// Two widgets with ranges of their own, and the same unit and curve.
  public init(
    _ name: String, x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...1,
    default start: (Double, Double)? = nil,
    unit: String = "", curve: Curve = .linear
  ) {
    self.x = Widget("\(name).x", range: x, default: start?.0, unit: unit, curve: curve)
    self.y = Widget("\(name).y", range: y, default: start?.1, unit: unit, curve: curve)
  }

  /// Both, x first.
  public var widgets: [Widget] { [x, y] }
}

/// A row of sliders with the same range: `NAME.1`, `NAME.2` and so on.
public struct MultiSlider: Sendable {
  /// The sliders, from left to right.
  public let bars: [Widget]

  /// Sliders with the same range, default, unit and curve; at least one.
  public init(
    _ name: String, count: Int, range: ClosedRange<Double> = 0...1, default start: Double? = nil,
    unit: String = "",
    curve: Curve = .linear
  ) {
    bars = (1...max(1, count)).map {
      Widget("\(name).\($0)", range: range, default: start, unit: unit, curve: curve)
    }
  }

  /// The sliders, from left to right.
  public var widgets: [Widget] { bars }
}
