import SpinetEngine
import SpinetFormats
import SpinetMixer
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

/// Sixteen parts of four voices beside the same voices in one part: processor seconds for each second of sound.
struct PartsBenchmark {
  func rows() throws -> [Table.Row] {
    let (many, one) = (try cost(parts: 16, voices: 4), try cost(parts: 1, voices: 64))
    return [Table.Row("16 parts of 4 voices, beside 64 voices in one part", many, one)]
  }

  private static let block = 128

  private func cost(parts: Int, voices: Int) throws -> Double {
    let (mixer, link) = (Mixer(), EngineLink())
    let patch = try Patch(text: try Spinet.patchText("reference"), file: "reference")
    let numbers = try (0..<parts).map { _ in
      let engine = SynthEngine()
      _ = patch.apply(to: WidgetSet(engine.widgets))
      return try mixer.add(MixerPart(engine))
    }
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: Self.block, link: link)
    for number in numbers { start(voices, on: number, link) }
    return render(mixer, seconds: 2)
  }

  private func start(_ voices: Int, on part: UInt32, _ link: EngineLink) {
    for index in 0..<voices {
      let voice = VoiceNumber(index)
      let hertz = 220 * (1 + Double(index % 8) / 8)
      for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)]
      {
        _ = link.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event), part: part))
      }
    }
  }

  private func render(_ mixer: Mixer, seconds: Int) -> Double {
    let buffer = SampleBuffer(capacity: Self.block)
    let timeline = Timeline(framesPerSecond: 48_000)
    var frame: Int64 = 0
    func render(_ blocks: Int) {
      for _ in 0..<blocks {
        mixer.render(buffer.block(frameCount: Self.block, firstFrame: frame, timeline: timeline))
        frame += Int64(Self.block)
      }
    }
    render(40)
    return Stopwatch.processorSeconds { render(seconds * 48_000 / Self.block) } / Double(seconds)
  }
}
