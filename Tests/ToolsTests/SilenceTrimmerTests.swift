import SpinetRealtime
import Testing

@testable import SpinetTools

/// What is written of `samples`, taken in blocks of so many frames.
private func written(_ samples: [Float], blockFrames: Int, outputs: Int = 2) -> [Float] {
  var tail = SilenceTrimmer(outputs: outputs)
  var result: [Float] = []
  for start in stride(from: 0, to: samples.count, by: outputs * blockFrames) {
    result += tail.take(Array(samples[start..<min(start + outputs * blockFrames, samples.count)]))
  }
  return result
}

@Test(arguments: [1, 3, 7, 64])
func `A tail ends with the last frame that can be heard, in blocks of any size`(
  blockFrames: Int
) {
  let echo: [Float] = [0.5, 0, 0, 1e-6, 0.2, 0] + [Float](repeating: 0, count: 20) + [2e-5, 0]
  let quiet = [Float](repeating: 9e-6, count: 30)
  #expect(written(echo + quiet, blockFrames: blockFrames) == echo)
}

@Test func `Silence alone writes nothing`() {
  #expect(written([Float](repeating: 0, count: 100), blockFrames: 16).isEmpty)
}

@Test func `A sound in any output keeps the whole frame`() {
  let samples: [Float] = [0, 0, 0, 0.5, 0, 0, 0, 0]
  #expect(written(samples, blockFrames: 1, outputs: 4) == [0, 0, 0, 0.5])
}

@Test func `A file has the samples of all outputs, frame by frame`() {
  let buffer = SampleBuffer(capacity: 8, channels: 4)
  let block = buffer.block(frameCount: 3, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
  block.silence()
  let part = block.slice(from: 1, count: 2)
  part.left[0] = 1
  part.right[0] = 2
  part.further?[0][1] = 3
  part.further?[1][1] = 4
  #expect(block.interleaved == [0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 3, 4])
}
