import Engine
import Foundation
import Keyboard
import Realtime
import Synth
import Widgets

/// The built-in synth in this process, with voices that sound on and on.
final class SoundingSynth {
  let framesPerSecond = 48_000.0
  private let engine = SynthEngine()
  private let link = EngineLink()
  private let buffer: SampleBuffer
  private let timeline: Timeline
  private var frame: Int64 = 0

  static var capacity: Int { SynthEngine().voiceCapacity }

  /// - Parameters:
  ///   - patch: the text of a patch.
  ///   - block: how many frames are rendered at once.
  init(patch: String, block: Int = 64) throws {
    _ = try Patch(text: patch, file: "patch").apply(to: WidgetSet(engine.widgets))
    timeline = Timeline(framesPerSecond: framesPerSecond)
    buffer = SampleBuffer(capacity: block)
    engine.prepare(framesPerSecond: framesPerSecond, largestBlock: block, link: link)
  }

  /// Voices over three octaves around 440 Hz.
  func start(voices: Int) {
    for voice in 0..<voices { start(voice, hertz: 440 * pow(2, Double(voice * 7 % 36 - 18) / 12)) }
  }

  func start(_ voice: Int, hertz: Double) {
    let voice = VoiceNumber(voice)
    for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)] {
      send(event)
    }
  }

  func send(_ event: VoiceEvent) {
    let command = EngineCommand(time: timeline.time(of: frame), .voice(event))
    while !link.send(command) { render() }
  }

  /// The next block, valid until the one after it.
  @discardableResult func render() -> AudioBlock {
    let block = buffer.block(frameCount: buffer.capacity, firstFrame: frame, timeline: timeline)
    engine.render(block)
    frame += Int64(buffer.capacity)
    return block
  }
}
