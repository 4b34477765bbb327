import DSP
import Foundation
import Testing

/// Two channels that effects work on in place.
private struct Channels {
  let left = UnsafeMutablePointer<Float>.allocate(capacity: 16)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: 16)

  func fill(_ value: (Int) -> Float) {
    for frame in 0..<16 {
      left[frame] = value(frame)
      right[frame] = value(frame)
    }
  }

  var greatest: Float { (0..<16).map { max(abs(left[$0]), abs(right[$0])) }.max() ?? 0 }

  func deallocate() {
    left.deallocate()
    right.deallocate()
  }
}

@Test func `The limiter never lets anything past full scale`() {
  let channels = Channels()
  defer { channels.deallocate() }
  var limiter = PeakLimiter(framesPerSecond: 48_000)
  for turn in 0..<2000 {
    let scale = Float(turn % 7) * 4
    channels.fill { _ in Float.random(in: -1...1) * scale }
    let peak = limiter.process(channels.left, channels.right, count: 16)
    #expect(channels.greatest <= 0.98 && peak <= 0.98)
  }
  channels.fill { _ in .infinity }
  _ = limiter.process(channels.left, channels.right, count: 16)
  #expect(channels.greatest <= 0.98)
}

@Test func `The limiter leaves what is quiet as it is`() {
  let channels = Channels()
  defer { channels.deallocate() }
  var limiter = PeakLimiter(framesPerSecond: 48_000)
  channels.fill { Float($0) / 20 }
  _ = limiter.process(channels.left, channels.right, count: 16)
  #expect((0..<16).allSatisfy { channels.left[$0] == Float($0) / 20 })
}

@Test func `An echo comes when it should`() {
  let channels = Channels()
  defer { channels.deallocate() }
  var delay = StereoDelay(framesPerSecond: 48_000)
  defer { delay.deallocate() }
  delay.restart(time: 0.05)
  delay.settle(mix: 1, time: 0.05, feedback: 0)
  var echo = -1
  for turn in 0..<200 {
    delay.approach(mix: 1, time: 0.05, feedback: 0, frames: 16)
    channels.fill { turn == 0 && $0 == 0 ? 1 : 0 }
    delay.process(channels.left, channels.right, count: 16)
    for frame in 0..<16 where turn > 0 && abs(channels.left[frame]) > 0.5 { echo = turn * 16 + frame }
  }
  #expect(abs(echo - 2401) <= 1)
}

@Test(arguments: [0, 0.5, 1] as [Float])
func `A room rings, longer when it is larger, and falls silent`(_ size: Float) {
  let channels = Channels()
  defer { channels.deallocate() }
  var reverb = Reverb(framesPerSecond: 48_000)
  defer { reverb.deallocate() }
  reverb.restart(size: size, damping: 0.2)
  reverb.settle(mix: 1)
  var levels: [Float] = []
  for turn in 0..<36_000 {
    reverb.approach(mix: 1, size: size, damping: 0.2, frames: 16)
    channels.fill { turn == 0 && $0 == 0 ? 1 : 0 }
    reverb.process(channels.left, channels.right, count: 16)
    levels.append(channels.greatest)
  }
  let end = levels.lastIndex { $0 > 1e-4 } ?? 0
  let seconds = Double(end) * 16 / 48_000
  #expect(levels[..<600].contains { $0 > 0.01 })
  #expect(seconds < 9)
  if size == 1 { #expect(seconds > 3) }
  if size == 0 { #expect(seconds < 1) }
}
