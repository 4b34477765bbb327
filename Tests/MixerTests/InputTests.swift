import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetMixer

/// Gives what comes in at its last input.
private final class LastInput: SoundEngine, @unchecked Sendable {
  // Sendable because one thread at a time uses it.
  let name = "Last"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let inputCount: Int
  private var link: EngineLink?

  init(inputs: Int) { inputCount = inputs }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) { self.link = link }

  func render(_ block: AudioBlock) {
    for frame in 0..<block.frameCount {
      let sample = block.input?.samples(inputCount - 1)[frame] ?? 0
      (block.left[frame], block.right[frame]) = (sample, sample)
    }
    link?.meters.recordBlock(frames: block.frameCount, voices: 1, peak: 1, isSilent: false)
  }
}

@Test func `All parts hear all inputs, as many as the part with the most`() throws {
  let mixer = Mixer()
  #expect(mixer.inputCount == 0 && !mixer.takesInput)
  for inputs in [3, 5] { _ = try mixer.add(MixerPart(LastInput(inputs: inputs))) }
  #expect(mixer.inputCount == 5 && mixer.takesInput)
  let ends = ControlEnds()
  try mixer.prepare(framesPerSecond: 48_000, largestBlock: 16, link: ends.link)
  let heard = SampleBuffer(capacity: 16, channels: 5)
  for channel in 0..<5 { heard.channels[channel].fill(Float(1 << channel) / 64) }
  let buffer = SampleBuffer(capacity: 16)
  var block = buffer.block(frameCount: 16, firstFrame: 0, timeline: Timeline(framesPerSecond: 48_000))
  block.input = AudioInput(heard.channels)
  mixer.render(block)
  #expect(block.left[15] == 0.3125)
}
