import Glibc

/// Estimates the attitude of a device from its acceleration and its rotation, with a complementary filter. Over
/// short times it follows the gyroscope, over long times gravity.
///
/// Nothing measures north, so yaw begins at 0 and drifts with the gyroscope.
package struct AttitudeFilter: Sendable {
  /// Roll about x, pitch about y, yaw about z, in radians.
  package private(set) var attitude = SIMD3<Double>()
  private var hasGravity = false

  /// How long the gyroscope is trusted more than gravity, in seconds.
  private static let timeConstant = 0.5
  /// The same for a device without a gyroscope. It smooths the trembling of a hand.
  private static let timeConstantAlone = 0.05
  /// The range of accelerations that count as gravity, in units of gravity. Outside of it the device is being
  /// shaken.
  private static let restful = 0.5...1.5
  /// The cosine of a pitch beyond which roll and yaw cannot be told apart.
  private static let steepest = 0.02

  package init() {}

  /// Takes a sample into account.
  ///
  /// - Parameter seconds: the time since the last call.
  package mutating func take(_ sample: MotionSample, after seconds: Double) {
    if let rotation = sample.rotation { turn(by: rotation, for: seconds) }
    if let acceleration = sample.acceleration {
      let constant = sample.rotation == nil ? Self.timeConstantAlone : Self.timeConstant
      correct(towards: acceleration, weight: seconds / (seconds + constant))
    }
    attitude = SIMD3(Self.wrapped(attitude.x), attitude.y, Self.wrapped(attitude.z))
  }

  /// Converts the rates around the device's axes to changes of the three angles, and adds them.
  private mutating func turn(by rate: SIMD3<Double>, for seconds: Double) {
    let (sinRoll, cosRoll) = (sin(attitude.x), cos(attitude.x))
    let cosPitch = max(cos(attitude.y), Self.steepest)
    let turned = sinRoll * rate.y + cosRoll * rate.z
    attitude.x += (rate.x + turned * sin(attitude.y) / cosPitch) * seconds
    attitude.y += (cosRoll * rate.y - sinRoll * rate.z) * seconds
    attitude.z += turned / cosPitch * seconds
    attitude.y = min(max(attitude.y, -.pi / 2), .pi / 2)
  }

  /// - Parameter weight: the weight of gravity, 0–1. The first measurement has a weight of 1.
  private mutating func correct(towards acceleration: SIMD3<Double>, weight: Double) {
    let size = (acceleration * acceleration).sum().squareRoot()
    guard Self.restful.contains(size) else { return }
    let roll = atan2(acceleration.y, acceleration.z)
    let level = (acceleration.y * acceleration.y + acceleration.z * acceleration.z).squareRoot()
    let pitch = atan2(-acceleration.x, level)
    let weight = hasGravity ? weight : 1
    hasGravity = true
    attitude.x += Self.wrapped(roll - attitude.x) * weight
    attitude.y += (pitch - attitude.y) * weight
  }

  private static func wrapped(_ angle: Double) -> Double { remainder(angle, 2 * .pi) }
}
