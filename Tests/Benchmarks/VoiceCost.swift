import Engine
import Foundation
import Keyboard
import Realtime
import Synth
import Widgets

/// What the built-in engine costs, in this process: processor seconds for each second of sound.
enum VoiceCost {
  /// Of so many held voices of a shipped patch, in blocks of `block` frames, once their attacks are over.
  static func ofChord(patch: String, voices: Int, block: Int = 64, seconds: Double = 2) throws -> Double {
    let engine = SynthEngine(voices: max(voices, 1))
    let file = "examples/patches/\(patch).yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    _ = try Patch(text: text, file: file).apply(to: WidgetSet(engine.widgets))
    let link = EngineLink(commandCapacity: 16_384, reportCapacity: 16_384)
    engine.prepare(framesPerSecond: 48_000, largestBlock: block, link: link)
    for index in 0..<voices { start(index, link) }
    let buffer = SampleBuffer(capacity: block)
    let timeline = Timeline(framesPerSecond: 48_000)
    let blocks = max(1, Int(seconds * 48_000) / block)
    func play(_ turn: Int) {
      let frame = Int64(turn * block)
      engine.render(buffer.block(frameCount: block, firstFrame: frame, timeline: timeline))
    }
    for turn in 0..<max(1, 4_800 / block) { play(turn) }
    let begun = max(1, 4_800 / block)
    let spent = Stopwatch.processorSeconds { for turn in begun..<begun + blocks { play(turn) } }
    return spent / (Double(blocks * block) / 48_000)
  }

  /// Of one voice more, from few to many, so that what does not grow with the voices falls out.
  static func ofVoice(patch: String, few: Int = 16, many: Int = 256, block: Int = 64) throws -> Double {
    let less = try ofChord(patch: patch, voices: few, block: block)
    return (try ofChord(patch: patch, voices: many, block: block) - less) / Double(many - few)
  }

  private static func start(_ index: Int, _ link: EngineLink) {
    let voice = VoiceNumber(index)
    let hertz = 440 * pow(2, Double((index * 7) % 36 - 18) / 12)
    for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)] {
      _ = link.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event)))
    }
  }
}
