import Testing

@testable import SpinetMotion

@Suite struct AttitudeFilterTests {
  /// The filter after `seconds` at 100 Hz.
  private func filter(
    _ sample: MotionSample, seconds: Double, from start: AttitudeFilter = AttitudeFilter()
  ) -> AttitudeFilter {
    var filter = start
    for _ in 0..<Int(seconds * 100) { filter.take(sample, after: 0.01) }
    return filter
  }

  private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double = 1e-3) -> Bool {
    let distance = a - b
    return (distance * distance).sum().squareRoot() < tolerance
  }

  @Test(arguments: [
    (SIMD3(0, 0, 1.0), SIMD3(0, 0, 0.0)),  // On its back.
    (SIMD3(0, 1, 0.0), SIMD3(Double.pi / 2, 0, 0)),  // Its upper end points up.
    (SIMD3(-1, 0, 0.0), SIMD3(0, Double.pi / 2, 0)),  // Its right side points down.
    (SIMD3(1, 0, 0.0), SIMD3(0, -Double.pi / 2, 0)),
    (SIMD3(0, 0.5.squareRoot(), 0.5.squareRoot()), SIMD3(Double.pi / 4, 0, 0)),
  ])
  func `A device at rest tells its roll and pitch by gravity`(gravity: SIMD3<Double>, attitude: SIMD3<Double>)
  {
    #expect(isNear(filter(MotionSample(acceleration: gravity), seconds: 1).attitude, attitude))
    let still = MotionSample(acceleration: gravity, rotation: SIMD3())
    #expect(isNear(filter(still, seconds: 5).attitude, attitude))
  }

  @Test func `A device that turns on the table changes its yaw alone`() {
    let turning = MotionSample(acceleration: SIMD3(0, 0, 1), rotation: SIMD3(0, 0, 1))
    #expect(isNear(filter(turning, seconds: 1).attitude, SIMD3(0, 0, 1), 0.01))
    // After half a turn it comes from the other side.
    #expect(isNear(filter(turning, seconds: 4).attitude, SIMD3(0, 0, 4 - 2 * .pi), 0.01))
  }

  @Test func `A fast turn is followed before gravity can tell`() {
    let turned = filter(MotionSample(rotation: SIMD3(10, 0, 0)), seconds: 0.1)
    #expect(isNear(turned.attitude, SIMD3(1, 0, 0), 0.01))
  }

  @Test func `Gravity wins over a gyroscope that drifts`() {
    let drifting = MotionSample(acceleration: SIMD3(0, 0, 1), rotation: SIMD3(0.1, 0, 0))
    #expect(abs(filter(drifting, seconds: 60).attitude.x) < 0.06)
  }

  @Test func `A push says nothing about down`() {
    let level = filter(MotionSample(acceleration: SIMD3(0, 0, 1), rotation: SIMD3()), seconds: 1)
    let pushed = MotionSample(acceleration: SIMD3(3, 0, 1), rotation: SIMD3())
    #expect(isNear(filter(pushed, seconds: 1, from: level).attitude, SIMD3()))
  }

  @Test func `Upright, nothing becomes infinite`() {
    let upright = filter(MotionSample(acceleration: SIMD3(-1, 0, 0), rotation: SIMD3(5, 9, 7)), seconds: 3)
    #expect(
      upright.attitude.x.isFinite && abs(upright.attitude.y) <= .pi / 2 && abs(upright.attitude.z) <= .pi)
  }
}
