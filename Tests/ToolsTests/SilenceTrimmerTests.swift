import SpinetRealtime
import Testing

@testable import SpinetTools

/// What is written of `samples`, taken in blocks of so many frames.
private func written(_ samples: [Float], blockFrames: Int) -> [Float] {
  var tail = SilenceTrimmer()
  var result: [Float] = []
  let buffer = SampleBuffer(capacity: blockFrames)
  for start in stride(from: 0, to: samples.count, by: blockFrames) {
    let count = min(blockFrames, samples.count - start)
    for frame in 0..<count {
      buffer.left[frame] = samples[start + frame]
      buffer.right[frame] = 0
    }
    let block = buffer.block(
      frameCount: count, firstFrame: Int64(start), timeline: Timeline(framesPerSecond: 48_000))
    tail.take(block) { left, _, frames in result += UnsafeBufferPointer(start: left, count: frames) }
  }
  return result
}

@Test(arguments: [1, 3, 7, 64])
func `A tail ends with the last frame that can be heard, in blocks of any size`(
  blockFrames: Int
) {
  let echo: [Float] = [0.5, 0, 0, 1e-6, 0.2] + [Float](repeating: 0, count: 20) + [2e-5]
  let quiet = [Float](repeating: 9e-6, count: 30)
  #expect(written(echo + quiet, blockFrames: blockFrames) == echo)
}

@Test func `Silence alone writes nothing`() {
  #expect(written([Float](repeating: 0, count: 100), blockFrames: 16).isEmpty)
}
