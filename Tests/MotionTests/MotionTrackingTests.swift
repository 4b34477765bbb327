import SpinetWidgets
import Testing

@testable import SpinetMotion

@Suite struct MotionTrackingTests {
  private let level = MotionSample(acceleration: SIMD3(0, 0, 1))

  /// How long samples waited until they were told, in seconds, and how many were told.
  private func waits(betweenSamples pause: Double) -> (longest: Double, told: Int) {
    var tracking = MotionTracking()
    var waiting: Double?
    var (longest, told) = (0.0, 0)
    for step in 0..<10_000 {
      let seconds = 1 + Double(step) / 10_000
      if step.isMultiple(of: Int(pause * 10_000)) {
        tracking.take(level, at: seconds)
        waiting = waiting ?? seconds
      }
      guard !tracking.moves(at: seconds).isEmpty, let sample = waiting else { continue }
      longest = max(longest, seconds - sample)
      told += 1
      waiting = nil
    }
    return (longest, told)
  }

  @Test func `A sample is told within two milliseconds, also between repetitions of the one before`() {
    var tracking = MotionTracking()
    #expect(tracking.moves(at: 0).isEmpty && tracking.pause(at: 0) == nil)
    #expect(waits(betweenSamples: 0.01) == (0, 100))
    #expect(waits(betweenSamples: 0.004) == (0, 250))
    let fast = waits(betweenSamples: 0.0005)
    #expect(fast.longest <= 0.002 && (500...700).contains(fast.told))
  }

  @Test func `A sample that comes right after a repetition of the one before is told at once`() {
    var tracking = MotionTracking()
    tracking.take(level, at: 1)
    _ = tracking.moves(at: 1)
    #expect(!tracking.moves(at: 1.0101).isEmpty)
    tracking.take(level, at: 1.0102)
    #expect(tracking.pause(at: 1.0102) == 0 && !tracking.moves(at: 1.0102).isEmpty)
  }

  @Test func `The last sample is repeated a hundred times a second`() {
    var tracking = MotionTracking()
    tracking.take(level, at: 1)
    let told = (0..<500).count { !tracking.moves(at: 1 + Double($0) / 1000).isEmpty }
    #expect((45...51).contains(told))
  }

  @Test func `After the last sample readings are repeated for a second, for filters to arrive`() {
    var tracking = MotionTracking()
    tracking.take(level, at: 1)
    _ = tracking.moves(at: 1)
    #expect(tracking.pause(at: 1.5) == 0 && !tracking.moves(at: 1.5).isEmpty)
    #expect(tracking.pause(at: 2.1) == nil && tracking.moves(at: 2.1).isEmpty)
  }

  @Test func `Only what is measured is told; the attitude is worked out`() {
    var tracking = MotionTracking()
    tracking.take(level, at: 1)
    let names = tracking.moves(at: 1).map(\.reading)
    #expect(names == [.accelerometerX, .accelerometerY, .accelerometerZ, .roll, .pitch, .yaw])
    tracking.take(MotionSample(rotation: SIMD3(1, 2, 3), attitude: SIMD3(0.1, 0.2, 0.3)), at: 1.1)
    let moves = Dictionary(uniqueKeysWithValues: tracking.moves(at: 1.1).map { ($0.reading, $0.value) })
    #expect(moves.count == 9 && moves[.gyroscopeY] == 2 && moves[.yaw] == 0.3 && moves[.accelerometerZ] == 1)
  }

  @Test func `What is absurd is kept within the ranges, and what is not a number is dropped`() {
    var tracking = MotionTracking()
    tracking.take(MotionSample(acceleration: SIMD3(1e300, -1e300, 0)), at: 1)
    #expect(tracking.moves(at: 1).map(\.value).prefix(3) == [8, -8, 0])
    tracking.take(MotionSample(acceleration: SIMD3(.nan, 0, 0), rotation: SIMD3(0, .infinity, 0)), at: 2)
    let moves = tracking.moves(at: 2)
    #expect(moves.count == 6 && moves.allSatisfy { $0.value.isFinite })
  }

  @Test func `Any numbers at all, at any moments, give finite readings`() {
    var tracking = MotionTracking()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      func axis() -> Double { Double(bitPattern: random.next()) }
      let axes = SIMD3(axis(), axis(), axis())
      tracking.take(
        MotionSample(acceleration: axes, rotation: SIMD3(axis(), axis(), axis())), at: .random(in: 0...100))
      for move in tracking.moves(at: .random(in: 0...100)) {
        #expect(move.reading.range.contains(move.value))
      }
    }
  }

  @Test func `Every reading has a widget, with its unit and a sentence`() {
    let widgets = SensorReading.motionWidgets
    #expect(widgets.map(\.name) == SensorReading.motion.map(\.rawValue))
    #expect(
      widgets.map(\.unit) == Array(repeating: "g", count: 3) + Array(repeating: "rad/s", count: 3)
        + Array(repeating: "rad", count: 3))
    #expect(widgets.allSatisfy { !$0.about.isEmpty && $0.reading != nil })
    #expect(Widget("filter.cutoff").reading == nil)
  }
}
