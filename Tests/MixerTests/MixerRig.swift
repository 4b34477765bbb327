import SpinetEngine
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

@testable import SpinetMixer

/// A mixer with its parts, played offline.
final class MixerRig {
  let mixer = Mixer()
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  private let timeline = Timeline(framesPerSecond: 48_000)
  private(set) var frame: Int64 = 0
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private let block: Int

  init(block: Int = 128, threads: Int = 1) {
    self.block = block
    mixer.spread = RenderThreads(threads: threads, isUrgent: false, leastSavingNanoseconds: 0)
  }
  func start() throws {
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: block, link: ends.link)
  }
  @discardableResult func add(
    _ engine: SynthEngine = SynthEngine(voices: 8), strip: StripWidgets = StripWidgets()
  ) throws -> UInt32 {
    for (name, value) in ["reverb.mix": 0.0, "amp.release": 0.1] {
      engine.widgets.first { $0.name == name }?.set(value)
    }
    return try mixer.add(MixerPart(engine, strip: strip))
  }

  func send(_ event: VoiceEvent, to part: UInt32, in frames: Int64 = 0) {
    let time = timeline.time(of: frame + frames)
    _ = ends.commands.send(EngineCommand(time: time, .voice(event), part: part))
  }

  func note(_ hertz: Double, on part: UInt32) {
    send(.start(VoiceNumber(0), serial: 1), to: part)
    send(.set(VoiceNumber(0), .freq, hertz), to: part)
    send(.set(VoiceNumber(0), .gain, 0.8), to: part)
  }

  func play(frames: Int) {
    let buffer = SampleBuffer(capacity: block)
    let end = frame + Int64(frames)
    while frame < end {
      let count = min(block, Int(end - frame))
      mixer.render(buffer.block(frameCount: count, firstFrame: frame, timeline: timeline))
      left += buffer.left.prefix(count)
      right += buffer.right.prefix(count)
      frame += Int64(count)
    }
  }
}
