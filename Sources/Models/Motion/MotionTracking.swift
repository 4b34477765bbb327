import SpinetWidgets

/// Turns what motion sensors measure into readings. A sample is reported within two milliseconds.
package struct MotionTracking: Sendable {
  private var filter = AttitudeFilter()
  private var sample = MotionSample()
  private var lastSample: Double?
  /// When the last new sample was reported, and when any sample was. Repetitions do not delay new samples.
  private var lastTold = -Double.infinity
  private var lastMoves = -Double.infinity
  private var isNew = false

  /// The least time between two reported samples, in seconds. A sample of a faster sensor waits no longer than
  /// this.
  private static let shortest = 0.0015
  /// The time between repetitions of the last sample, in seconds.
  private static let repetition = 0.01
  /// How long readings are repeated after the last sample, in seconds, so that filters of mappings reach its value.
  private static let settling = 1.0
  /// A longer gap between two samples counts as this, in seconds.
  private static let longestStep = 0.1

  package init() {}

  /// Takes a sample. What the device does not measure keeps its value. NaN and infinity are ignored, and values out
  /// of range are clamped.
  ///
  /// - Parameter seconds: when it was measured.
  package mutating func take(_ new: MotionSample, at seconds: Double) {
    let new = MotionSample(
      acceleration: new.acceleration?.limited(to: SensorReading.accelerometerX.range),
      rotation: new.rotation?.limited(to: SensorReading.gyroscopeX.range),
      attitude: new.attitude?.limited(to: SensorReading.yaw.range))
    let step = min(max(seconds - (lastSample ?? seconds), 0), Self.longestStep)
    sample.acceleration = new.acceleration ?? sample.acceleration
    sample.rotation = new.rotation ?? sample.rotation
    sample.attitude = new.attitude ?? sample.attitude
    // Two sensors report one after the other. Each sample of either advances the filter.
    filter.take(sample, after: step)
    lastSample = seconds
    isNew = true
  }

  /// The time until readings are due, in seconds; nil if none will be due before another sample comes.
  package func pause(at seconds: Double) -> Double? {
    guard let lastSample, isNew || seconds < lastSample + Self.settling else { return nil }
    return max(0, (isNew ? lastTold + Self.shortest : lastMoves + Self.repetition) - seconds)
  }

  /// The readings that are due. Empty if it is too early or if nothing is new.
  package mutating func moves(at seconds: Double) -> [(reading: SensorReading, value: Double)] {
    guard pause(at: seconds) == 0 else { return [] }
    lastMoves = seconds
    if isNew { lastTold = seconds }
    isNew = false
    let groups = [sample.acceleration, sample.rotation, sample.attitude ?? ownAttitude]
    return zip(SensorReading.motion, groups.flatMap(Self.values)).compactMap { reading, value in
      value.map { (reading, $0) }
    }
  }

  private var ownAttitude: SIMD3<Double>? {
    sample.acceleration == nil && sample.rotation == nil ? nil : filter.attitude
  }

  private static func values(_ axes: SIMD3<Double>?) -> [Double?] { [axes?.x, axes?.y, axes?.z] }
}

extension SIMD3<Double> {
  /// Nil if an axis is not finite.
  fileprivate func limited(to range: ClosedRange<Double>) -> Self? {
    guard x.isFinite, y.isFinite, z.isFinite else { return nil }
    return clamped(
      lowerBound: Self(repeating: range.lowerBound), upperBound: Self(repeating: range.upperBound))
  }
}
