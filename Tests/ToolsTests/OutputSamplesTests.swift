import SpinetRealtime
import Testing

@testable import SpinetTools

@Test func `Blocks are collected frame by frame until there are enough`() {
  let buffer = SampleBuffer(capacity: 512, channels: 3)
  let block = buffer.block(frameCount: 512, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
  for index in 0..<1536 { buffer.channels[index / 512][index % 512] = Float(index) }
  var output = OutputSamples(outputs: 3)
  output.append([-3, -2, -1])
  output.append(block)
  #expect(!output.isFull)
  var taken = output.removeAll()
  #expect(taken.count == 3 + 1536)
  #expect(taken.prefix(6) == [-3, -2, -1, 0, 512, 1024] && taken.suffix(3) == [511, 1023, 1535])
  for _ in 0..<8 { output.append(block) }
  #expect(output.isFull)
  taken = output.removeAll()
  #expect(taken.count == 8 * 1536)
}
