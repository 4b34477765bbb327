/// The axes of a motion sensor as evdev reports them: changes first, and then a report that makes them valid. The kernel
/// gives acceleration on the axes X to Z and rotation on RX to RZ, with a resolution in numbers per g and per degree a
/// second (Documentation/input/event-codes.rst, INPUT_PROP_ACCELEROMETER).
package struct EventAxes: Sendable {
  /// How many numbers of each of the six axes make a g or a degree a second; 0 for an axis that it does not have.
  private let resolutions: [Double]
  private var numbers = [Double](repeating: 0, count: axisCount)
  private var hasMoved = false

  package static let axisCount = 6

  /// - Parameters:
  ///   - resolutions: of the axes X, Y, Z, RX, RY, RZ. Those below 0 count as an axis that is not there.
  ///   - numbers: what the axes have now; the kernel tells only changes.
  package init(resolutions: [Int32], numbers: [Int32] = []) {
    let missing = Array(repeating: Int32(0), count: max(0, Self.axisCount - resolutions.count))
    self.resolutions = (resolutions + missing).map { max(0, Double($0)) }
    for (axis, number) in numbers.prefix(Self.axisCount).enumerated() { self.numbers[axis] = Double(number) }
  }

  package var hasAcceleration: Bool { resolutions.prefix(3).allSatisfy { $0 > 0 } }
  package var hasRotation: Bool { resolutions.dropFirst(3).prefix(3).allSatisfy { $0 > 0 } }

  /// Takes an event.
  ///
  /// - Returns: a sample when a report is complete and something has moved.
  package mutating func take(type: UInt16, code: UInt16, value: Int32) -> MotionSample? {
    if type == Self.absolute, Int(code) < Self.axisCount {
      numbers[Int(code)] = Double(value)
      hasMoved = true
    }
    guard type == Self.synchronisation, code == Self.report, hasMoved else { return nil }
    hasMoved = false
    return sample
  }

  /// What the axes say now.
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

  /// Numbers of evdev.
  private static let synchronisation: UInt16 = 0
  private static let absolute: UInt16 = 3
  private static let report: UInt16 = 0
}
