import Foundation
import SpinetDSP
import SpinetRealtime
import Testing

extension SampleBuffer {
  /// A signal on both sides.
  fileprivate convenience init(_ signal: [Float]) {
    self.init(capacity: signal.count)
    for (frame, sample) in signal.enumerated() { (left[frame], right[frame]) = (sample, sample) }
  }
}

/// The output of the compressor for a mono signal in blocks of odd lengths.
private func compress(_ samples: [Float], amount: Float, block: Int = 37) -> [Float] {
  var compressor = LookAheadCompressor(framesPerSecond: 48_000)
  let buffer = SampleBuffer(samples)
  let sound = buffer.stereo(frameCount: samples.count)
  for start in stride(from: 0, to: samples.count, by: block) {
    compressor.process(
      sound.slice(from: start, count: min(block, samples.count - start)), amount: amount)
  }
  return Array(sound.left)
}

private func tone(_ level: Float, frames: Int) -> [Float] {
  (0..<frames).map { level * Float(sin(2 * .pi * 440 * Double($0) / 48_000)) }
}

@Test func `A compressor at nothing changes nothing and delays nothing`() {
  let sound = tone(0.9, frames: 4_800)
  #expect(compress(sound, amount: 0) == sound)
}

@Test func `What is quiet comes up and what is loud comes down`() {
  func gain(_ level: Float) -> Float {
    (compress(tone(level, frames: 48_000), amount: 1).suffix(4_800).map(abs).max() ?? 0) / level
  }
  #expect(gain(0.01) > 1.5)
  #expect(gain(0.9) < 0.6)
}

@Test func `A peak that comes out of nothing finds the gain down already`() {
  let sound = [Float](repeating: 0, count: 9_600) + tone(3, frames: 9_600)
  let heard = compress(sound, amount: 0.8).dropFirst(600)
  #expect((heard.map(abs).max() ?? 9) <= 0.985)
}

@Test func `The blocks' size changes nothing`() {
  let sound = tone(0.2, frames: 5_000) + tone(0.9, frames: 5_000)
  #expect(compress(sound, amount: 0.5, block: 1) == compress(sound, amount: 0.5, block: 512))
}
