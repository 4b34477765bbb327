/// The axes of a motion sensor as evdev reports them: first changes, then a report that makes them valid. The
/// kernel reports acceleration on the axes X to Z and rotation on RX to RZ, with a resolution in numbers per g or
/// per degree a second (Documentation/input/event-codes.rst, INPUT_PROP_ACCELEROMETER).
package struct EventAxes: Sendable {
  /// The numbers per g, or per degree a second, of the six axes; 0 for an axis that the device does not have.
  private let resolutions: [Double]
  private var numbers = [Double](repeating: 0, count: axisCount)
  private var hasMoved = false
  /// Whether the kernel has dropped events. Then the rest of the report is incomplete.
  private var isLost = false
  /// Whether events were dropped. Then the numbers are outdated, and `update` must be called.
  package private(set) var isOutdated = false

  package static let axisCount = 6

  /// - Parameters:
  ///   - resolutions: of the axes X, Y, Z, RX, RY, RZ. An axis with 0 or less is missing.
  ///   - numbers: the current numbers of the axes, because the kernel reports only changes.
  package init(resolutions: [Int32], numbers: [Int32] = []) {
    let missing = Array(repeating: Int32(0), count: max(0, Self.axisCount - resolutions.count))
    self.resolutions = (resolutions + missing).map { max(0, Double($0)) }
    update(numbers: numbers)
  }

  /// Sets the current numbers of the axes.
  package mutating func update(numbers: [Int32]) {
    for (axis, number) in numbers.prefix(Self.axisCount).enumerated() { self.numbers[axis] = Double(number) }
    isOutdated = false
  }

  package var hasAcceleration: Bool { resolutions.prefix(3).allSatisfy { $0 > 0 } }
  package var hasRotation: Bool { resolutions.dropFirst(3).prefix(3).allSatisfy { $0 > 0 } }

  /// Takes an event.
  ///
  /// - Returns: a sample when a report is complete and something has moved.
  package mutating func take(type: UInt16, code: UInt16, value: Int32) -> MotionSample? {
    switch (type, code) {
    case (Self.absolute, 0..<UInt16(Self.axisCount)) where !isLost:
      numbers[Int(code)] = Double(value)
      hasMoved = true
    case (Self.synchronisation, Self.dropped): (isLost, isOutdated, hasMoved) = (true, true, false)
    case (Self.synchronisation, Self.report): return endReport()
    default: break
    }
    return nil
  }

  private mutating func endReport() -> MotionSample? {
    defer { (isLost, hasMoved) = (false, false) }
    return hasMoved ? sample : nil
  }

  /// The current sample.
  var sample: MotionSample {
    var sample = MotionSample()
    if hasAcceleration { sample.acceleration = axes(from: 0) }
    if hasRotation { sample.rotation = axes(from: 3) * (.pi / 180) }
    return sample
  }

  private func axes(from first: Int) -> SIMD3<Double> {
    func axis(_ offset: Int) -> Double { numbers[first + offset] / resolutions[first + offset] }
    return SIMD3(axis(0), axis(1), axis(2))
  }

  /// Event types and codes of evdev.
  private static let synchronisation: UInt16 = 0
  private static let absolute: UInt16 = 3
  private static let report: UInt16 = 0
  private static let dropped: UInt16 = 3
}
