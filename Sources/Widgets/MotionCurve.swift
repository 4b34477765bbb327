/// Maps a reading of a motion sensor to a value: Faust's `[acc: AXIS CURVE LOW MIDDLE HIGH]` and `[gyr: …]`,
/// as in its `ValueConverter.h`.
public struct MotionCurve: Hashable, Sendable {
  /// Which sensor is read.
  public enum Sensor: String, Hashable, Sendable {
    /// m/s².
    case accelerometer = "acc"
    /// Radians per second.
    case gyroscope = "gyr"
  }

  /// The axis of the device: to its right, to its upper end, out of its face.
  public enum Axis: Int, Hashable, Sendable { case x, y, z }

  /// The values for the low, middle and high readings.
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

  /// The sensor that is read.
  public let sensor: Sensor
  /// The axis that is read.
  public let axis: Axis
  /// Which values belong to the readings.
  public let shape: Shape
  /// Readings of the sensor: `low` < `high`, and `low` ≤ `middle` ≤ `high`.
  public let low: Double
  /// The reading in the middle.
  public let middle: Double
  /// The highest reading.
  public let high: Double

  /// Nil if the readings are not in order.
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

  /// Reads the five numbers of `[acc: 0 0 -10 0 10]`. Nil for keys other than `acc` and `gyr`, and for
  /// invalid numbers.
  public init?(metadata text: String, key: String) {
    let numbers = text.split { $0.isWhitespace }.compactMap { Double($0) }
    guard let sensor = Sensor(rawValue: key), numbers.count == 5,
      let axis = Int(exactly: numbers[0]).flatMap(Axis.init),
      let shape = Int(exactly: numbers[1]).flatMap(Shape.init)
    else { return nil }
    self.init(sensor, axis: axis, shape: shape, low: numbers[2], middle: numbers[3], high: numbers[4])
  }

  /// The value for a reading: two straight lines from low over middle to high. Readings outside count as the
  /// nearer end.
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

/// A widget and the curve by which a motion sensor moves it.
public struct MotionInput: Sendable {
  /// The widget that is moved.
  public let widget: Widget
  /// How readings become values.
  public let curve: MotionCurve

  /// Moves the widget by the readings of one axis.
  public init(_ widget: Widget, by curve: MotionCurve) {
    self.widget = widget
    self.curve = curve
  }
}

extension Widget {
  /// Sets the value for a reading of a motion sensor. Returns whether it changed. [any-thread]
  @discardableResult public func set(reading: Double, through curve: MotionCurve) -> Bool {
    set(curve.value(of: reading, in: range, default: defaultValue))
  }
}
