/// How a reading of a motion sensor becomes a value: Faust's `[acc: AXIS CURVE LOW MIDDLE HIGH]` and
/// `[gyr: …]`, after its `ValueConverter.h`.
public struct MotionCurve: Hashable, Sendable {
  public enum Sensor: String, Hashable, Sendable {
    /// In metres per second squared.
    case accelerometer = "acc"
    /// In radians per second.
    case gyroscope = "gyr"
  }

  public enum Axis: Int, Hashable, Sendable { case x, y, z }

  /// Which values the low, middle and high readings mean.
  public enum Shape: Int, Hashable, Sendable {
    /// Minimum, default, maximum.
    case rising
    /// Maximum, default, minimum.
    case falling
    /// Minimum, maximum, minimum.
    case peaked
    /// Maximum, minimum, maximum.
    case dipped
  }

  public let sensor: Sensor
  public let axis: Axis
  public let shape: Shape
  /// Readings; `low` is less than `high`, and `middle` between them or one of them.
  public let low: Double
  public let middle: Double
  public let high: Double

  /// Nil unless the readings rise.
  public init?(
    _ sensor: Sensor, axis: Axis, shape: Shape, low: Double, middle: Double, high: Double
  ) {
    guard low < high, low <= middle, middle <= high else { return nil }
    self.sensor = sensor
    self.axis = axis
    self.shape = shape
    self.low = low
    self.middle = middle
    self.high = high
  }

  /// Reads the five numbers of `[acc: 0 0 -10 0 10]`; nil for other keys than `acc` and `gyr`, and for what
  /// makes no sense.
  public init?(metadata text: String, key: String) {
    let numbers = text.split { $0.isWhitespace }.compactMap { Double($0) }
    guard let sensor = Sensor(rawValue: key), numbers.count == 5,
      let axis = Int(exactly: numbers[0]).flatMap(Axis.init),
      let shape = Int(exactly: numbers[1]).flatMap(Shape.init)
    else { return nil }
    self.init(sensor, axis: axis, shape: shape, low: numbers[2], middle: numbers[3], high: numbers[4])
  }

  /// The value for a reading: two straight lines over low, middle and high; what is outside is the nearer
  /// end.
  public func value(of reading: Double, in range: ClosedRange<Double>, default start: Double) -> Double {
    let values = values(in: range, default: start)
    if reading <= low { return values.low }
    if reading >= high { return values.high }
    if reading < middle {
      return values.low + (values.middle - values.low) * (reading - low) / (middle - low)
    }
    guard high > middle else { return values.high }
    return values.middle + (values.high - values.middle) * (reading - middle) / (high - middle)
  }

  private func values(in range: ClosedRange<Double>, default start: Double) -> (
    low: Double, middle: Double, high: Double
  ) {
    let (bottom, top) = (range.lowerBound, range.upperBound)
    return switch shape {
    case .rising: (bottom, start, top)
    case .falling: (top, start, bottom)
    case .peaked: (bottom, top, bottom)
    case .dipped: (top, bottom, top)
    }
  }
}

extension Widget {
  /// Moves to what a reading of a motion sensor means. Answers whether it changed. [any-thread]
  @discardableResult public func set(reading: Double, through curve: MotionCurve) -> Bool {
    set(curve.value(of: reading, in: range, default: defaultValue))
  }
}
