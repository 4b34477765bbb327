import Foundation
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

/// The built-in synth in this process, with voices that sound on and on.
final class SoundingSynth {
  let framesPerSecond = 48_000.0
  private let engine: SynthEngine
  private var ends = ControlEnds()
  private let buffer: SampleBuffer
  private let timeline: Timeline
  private var frame: Int64 = 0

  /// - Parameters:
  ///   - patch: the text of a patch.
  ///   - capacity: how many voices there may be.
  ///   - block: how many frames are rendered at once.
  init(patch: String, capacity: Int = 256, block: Int = 64) throws {
    engine = SynthEngine(voices: capacity)
    _ = try Patch(text: patch, file: "patch").apply(to: WidgetSet(engine.widgets))
    timeline = Timeline(framesPerSecond: framesPerSecond)
    buffer = SampleBuffer(capacity: block)
    engine.prepare(framesPerSecond: framesPerSecond, largestBlock: block, link: ends.link)
  }

  /// Voices over three octaves around 440 Hz.
  func start(voices: Int) {
    for voice in 0..<voices {
      start(voice, hertz: Self.hertz(voice), at: timeline.time(of: frame)) { render() }
    }
  }

  private static func hertz(_ voice: Int) -> Double { 440 * pow(2, Double(voice * 7 % 36 - 18) / 12) }

  /// Plays so many voices live, until the output is stopped.
  func play(_ request: OutputRequest, voices: Int) throws -> Playback {
    let output = try Playback(request)
    engine.prepare(
      framesPerSecond: Double(output.format.framesPerSecond), largestBlock: output.format.periodFrames,
      link: ends.link)
    try output.start(engine, link: ends.link, recorder: nil)
    for voice in 0..<voices { start(voice, hertz: Self.hertz(voice), at: .now) { usleep(1000) } }
    return output
  }

  /// - Parameter wait: lets the engine take commands, when it has too many.
  private func start(_ voice: Int, hertz: Double, at time: HostTime, wait: () -> Void) {
    let voice = VoiceNumber(voice)
    for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)] {
      while !ends.commands.send(EngineCommand(time: time, .voice(event))) { wait() }
    }
  }

  func start(_ voice: Int, hertz: Double) {
    start(voice, hertz: hertz, at: timeline.time(of: frame)) { render() }
  }

  func send(_ event: VoiceEvent) {
    _ = ends.commands.send(EngineCommand(time: timeline.time(of: frame), .voice(event)))
  }

  /// The next block, valid until the one after it.
  @discardableResult func render() -> AudioBlock {
    let block = buffer.block(frameCount: buffer.capacity, firstFrame: frame, timeline: timeline)
    engine.render(block)
    frame += Int64(buffer.capacity)
    return block
  }
}
