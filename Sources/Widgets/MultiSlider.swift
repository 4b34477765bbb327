/// A row of sliders with the same range: `NAME.1`, `NAME.2` and so on.
public struct MultiSlider: Sendable {
  public let bars: [Widget]

  public init(
    _ name: String, count: Int, range: ClosedRange<Double> = 0...1, default start: Double? = nil,
    unit: String = "",
    curve: Curve = .linear
  ) {
    bars = (1...max(1, count)).map {
      Widget("\(name).\($0)", range: range, default: start, unit: unit, curve: curve)
    }
  }

  public var widgets: [Widget] { bars }
}
