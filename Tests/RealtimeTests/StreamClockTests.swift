import SpinetRealtime
import Testing

/// A device whose time runs off by some parts per million and whose tellings come late or early.
private struct JitteryDevice {
  var framesPerSecond = 48_000.0
  var periodFrames: Int64 = 128
  var partsPerMillion = 0.0
  /// How much the rate error grows in a second, in ppm.
  var drift = 0.0
  var jitter: ClosedRange<Double>
  var random = Linear(state: 7)

  func seconds(of frame: Int64) -> Double {
    let ideal = Double(frame) / framesPerSecond
    return 100 + ideal * (1 + (partsPerMillion + drift * ideal / 2) * 1e-6)
  }

  mutating func observation(of frame: Int64) -> HostTime {
    HostTime(seconds: seconds(of: frame) + Double.random(in: jitter, using: &random))
  }
}

/// Knuth's MMIX generator: the same numbers in every run.
struct Linear: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// How far apart the line's errors are, in frames, from `settled` to `end` seconds.
private func spread(_ device: JitteryDevice, settled: Double, end: Double) -> Double {
  var device = device
  var clock = StreamClock(framesPerSecond: device.framesPerSecond, latencyFrames: 512)
  clock.restart(playedFrame: 0, at: device.observation(of: 0), latencyFrames: 512)
  var least = Double.infinity
  var most = -Double.infinity
  var frame: Int64 = 0
  while Double(frame) / device.framesPerSecond < end {
    frame += device.periodFrames
    clock.observe(playedFrame: frame, at: device.observation(of: frame))
    guard Double(frame) / device.framesPerSecond >= settled else { continue }
    let line = clock.timeline.time(of: frame + 512).seconds
    let error = (line - device.seconds(of: frame)) * device.framesPerSecond
    least = min(least, error)
    most = max(most, error)
  }
  return most - least
}

@Test(arguments: [-100.0, 0, 100])
func `A wakeup up to a millisecond late leaves events within half a frame`(partsPerMillion: Double) {
  let device = JitteryDevice(partsPerMillion: partsPerMillion, jitter: 0...0.001)
  #expect(spread(device, settled: 5, end: 15) < 0.75)
}

@Test(arguments: [-100.0, 0, 100])
func `A millisecond of jitter to both sides settles to a frame`(partsPerMillion: Double) {
  let device = JitteryDevice(partsPerMillion: partsPerMillion, jitter: -0.001...0.001)
  #expect(spread(device, settled: 10, end: 20) < 1.25)
}

@Test func `A punctual device is known to a tenth of a frame within a second`() {
  let device = JitteryDevice(partsPerMillion: 100, jitter: 0...0.00001)
  #expect(spread(device, settled: 1, end: 30) < 0.1)
}

@Test func `A rate that drifts is followed`() {
  let device = JitteryDevice(partsPerMillion: 50, drift: 0.1, jitter: 0...0.0001)
  #expect(spread(device, settled: 5, end: 60) < 1)
}

@Test func `Frames of time stamps in order never go backwards`() {
  var device = JitteryDevice(partsPerMillion: 80, jitter: 0...0.001)
  var clock = StreamClock(framesPerSecond: 48_000, latencyFrames: 512)
  clock.restart(playedFrame: 0, at: device.observation(of: 0), latencyFrames: 512)
  var last = Int64.min
  for period in 1...4000 {
    let frame = Int64(period) * 128
    clock.observe(playedFrame: frame, at: device.observation(of: frame))
    let stamped = clock.timeline.frame(of: HostTime(seconds: device.seconds(of: frame)))
    #expect(stamped >= last)
    last = stamped
  }
}

@Test func `After a restart the line begins anew where it is told, at the rate that was learned`() {
  var clock = StreamClock(framesPerSecond: 48_000, latencyFrames: 100)
  clock.restart(playedFrame: 0, at: HostTime(seconds: 1), latencyFrames: 100)
  for period in 1...100 {
    clock.observe(playedFrame: Int64(period) * 128, at: HostTime(seconds: 1 + Double(period) * 128 / 47_990))
  }
  clock.restart(playedFrame: 12_800, at: HostTime(seconds: 9), latencyFrames: 300)
  #expect(clock.timeline.frame(of: HostTime(seconds: 9)) == 13_100)
  #expect(abs(clock.timeline.framesPerSecond - 47_990) < 5)
}

@Test func `A device that stood still starts a new line`() {
  var clock = StreamClock(framesPerSecond: 48_000, latencyFrames: 0)
  clock.restart(playedFrame: 0, at: HostTime(seconds: 1), latencyFrames: 0)
  for period in 1...40 {
    clock.observe(playedFrame: Int64(period) * 480, at: HostTime(seconds: 1 + Double(period) * 0.01))
  }
  for period in 41...100 {
    clock.observe(playedFrame: Int64(period) * 480, at: HostTime(seconds: 3 + Double(period) * 0.01))
  }
  #expect(abs(clock.timeline.frame(of: HostTime(seconds: 4)) - 48_000) <= 1)
}
