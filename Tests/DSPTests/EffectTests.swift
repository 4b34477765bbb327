import Foundation
import SpinetDSP
import SpinetRealtime
import Testing

/// Two channels that effects change in place.
private struct Channels {
  private let buffer = SampleBuffer(capacity: 16)
  var sound: StereoSamples { buffer.stereo(frameCount: 16) }
  var left: Samples { buffer.left }
  var right: Samples { buffer.right }

  func fill(_ value: (Int) -> Float) {
    for frame in 0..<16 {
      left[frame] = value(frame)
      right[frame] = value(frame)
    }
  }

  var greatest: Float { max(left.peak, right.peak) }
}

@Test func `The limiter never lets anything past full scale`() {
  let channels = Channels()
  var limiter = PeakLimiter(framesPerSecond: 48_000)
  for turn in 0..<2000 {
    let scale = Float(turn % 7) * 4
    channels.fill { _ in Float.random(in: -1...1) * scale }
    let peak = limiter.process(channels.sound)
    let greatest = channels.greatest
    #expect(greatest <= 0.98 && peak <= 0.98)
  }
  channels.fill { _ in .infinity }
  _ = limiter.process(channels.sound)
  let greatest = channels.greatest
  #expect(greatest <= 0.98)
}

@Test func `The limiter leaves what is quiet as it is`() {
  let channels = Channels()
  var limiter = PeakLimiter(framesPerSecond: 48_000)
  channels.fill { Float($0) / 20 }
  _ = limiter.process(channels.sound)
  let left = channels.left
  #expect((0..<16).allSatisfy { left[$0] == Float($0) / 20 })
}

@Test func `The limiter passes what is quiet, and looks at all that is loud, no number, or comes soon after`()
{
  func peak(_ frames: SIMD2<Float>...) -> StereoPeak {
    var peak = StereoPeak()
    for frame in frames { peak.record(frame) }
    return peak
  }
  let channels = Channels()
  var limiter = PeakLimiter(framesPerSecond: 48_000)
  let quiet = peak([0.1, -0.5], [-0.3, 0.2])
  #expect(quiet.highest == 0.5 && peak().highest == 0)
  #expect(limiter.passes(quiet) && limiter.passes(peak([0.98, 0])))
  for loud: SIMD2<Float> in [[1, 0], [0, -1], [.nan, 0], [0, -.nan], [.infinity, 0]] {
    #expect(!limiter.passes(peak([0.1, 0], loud, [0.1, 0])))
  }
  channels.fill { _ in 4 }
  _ = limiter.process(channels.sound)
  #expect(!limiter.passes(quiet))
}

@Test func `An echo comes when it should`() {
  let channels = Channels()
  var delay = StereoDelay(framesPerSecond: 48_000)
  let settings = StereoDelay.Settings(mix: 1, time: 0.05, feedback: 0)
  delay.restart(settings)
  delay.settle(settings)
  var echo = -1
  for turn in 0..<200 {
    delay.approach(settings, frames: 16)
    channels.fill { turn == 0 && $0 == 0 ? 1 : 0 }
    delay.process(channels.sound)
    for frame in 0..<16 where turn > 0 && abs(channels.left[frame]) > 0.5 { echo = turn * 16 + frame }
  }
  #expect(abs(echo - 2401) <= 1)
}

@Test(arguments: [0, 0.5, 1] as [Float])
func `A room rings, longer when it is larger, and falls silent`(_ size: Float) {
  let channels = Channels()
  var reverb = Reverb(framesPerSecond: 48_000)
  let settings = Reverb.Settings(mix: 1, size: size, damping: 0.2)
  reverb.restart(settings)
  reverb.settle(settings)
  var levels: [Float] = []
  for turn in 0..<36_000 {
    reverb.approach(settings, frames: 16)
    channels.fill { turn == 0 && $0 == 0 ? 1 : 0 }
    reverb.process(channels.sound)
    levels.append(channels.greatest)
  }
  let end = levels.lastIndex { $0 > 1e-4 } ?? 0
  let seconds = Double(end) * 16 / 48_000
  #expect(levels[..<600].contains { $0 > 0.01 })
  #expect(seconds < 9)
  if size == 1 { #expect(seconds > 3) }
  if size == 0 { #expect(seconds < 1) }
}

/// Adds a constant, and counts what its slot asks of it.
private struct Offset: StereoEffect, ~Copyable {
  struct Settings: EffectSettings {
    var offset: Float
    var isActive: Bool { offset != 0 }
  }

  var offset: Float = 0
  var restarts = 0

  init(framesPerSecond: Double) {}
  mutating func restart(_ settings: Settings) { restarts += 1 }
  mutating func settle(_ settings: Settings) { offset = settings.offset }
  mutating func approach(_ settings: Settings, frames: Float) { offset = settings.offset }
  mutating func clear() {}
  mutating func process(_ sound: StereoSamples) {
    for frame in 0..<sound.frameCount { sound.left[frame] += offset + 10 * Float(restarts) }
  }
}

@Test func `A slot skips an effect that is not heard, and restarts it when it is heard again`() {
  let channels = Channels()
  var slot = EffectSlot<Offset>(framesPerSecond: 48_000)
  var outputs: [Float] = []
  for offset in [1, 2, 0, 0, 3] as [Float] {
    channels.fill { _ in 0 }
    slot.perform(.approach(frames: 16), Offset.Settings(offset: offset))
    slot.perform(.process(channels.sound), Offset.Settings(offset: offset))
    outputs.append(channels.left[7])
  }
  #expect(outputs == [11, 12, 0, 0, 23])
}
