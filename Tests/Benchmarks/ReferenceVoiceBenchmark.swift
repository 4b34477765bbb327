import CReferenceVoice
import Engine
import Foundation
import Keyboard
import Realtime
import Synth
import Widgets

/// Spinet's reference voice beside the same voice by hand in C, eight wide: how far from what the machine
/// allows. Both in this process, in turn, in blocks of 64; the slope between few voices and many.
struct ReferenceVoiceBenchmark {
  private let few = 16
  private let many = 64
  private let seconds = 2.0
  private let rounds = 7
  private let block = 64

  func rows() throws -> [Table.Row] {
    var spinet: [Double] = []
    var c: [Double] = []
    for _ in 0..<rounds {
      spinet.append((try cost(many) - cost(few)) / Double(many - few))
      c.append((costInC(many) - costInC(few)) / Double(many - few))
    }
    let mean = (spinet.median, c.median)
    return [
      Table.Row(
        work: "a second of a reference voice beside C, eight wide", spinet: "\(mean.0.short) CPU s",
        peer: "\(mean.1.short) CPU s", ratio: (mean.0 / mean.1).short)
    ]
  }

  private var blocks: Int { Int(seconds * 48_000) / block }

  /// Processor seconds per second.
  private func cost(_ voices: Int) throws -> Double {
    let engine = SynthEngine()
    let file = "examples/patches/reference.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    _ = try Patch(text: text, file: file).apply(to: WidgetSet(engine.widgets))
    let link = EngineLink()
    engine.prepare(framesPerSecond: 48_000, largestBlock: block, link: link)
    for index in 0..<voices { start(index, link) }
    let buffer = SampleBuffer(capacity: block)
    let timeline = Timeline(framesPerSecond: 48_000)
    let spent = Stopwatch.processorSeconds {
      for turn in 0..<blocks {
        let frame = Int64(turn * block)
        engine.render(buffer.block(frameCount: block, firstFrame: frame, timeline: timeline))
      }
    }
    return spent / seconds
  }

  private func start(_ index: Int, _ link: EngineLink) {
    let voice = VoiceNumber(index)
    let hertz = 440 * pow(2, Double((index * 7) % 36 - 18) / 12)
    for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)] {
      _ = link.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event)))
    }
  }

  private func costInC(_ voices: Int) -> Double {
    let reference = reference_voices_create(Int32(voices), 48_000)
    defer { reference_voices_destroy(reference) }
    var out = [Float](repeating: 0, count: block)
    let spent = Stopwatch.processorSeconds {
      for _ in 0..<blocks { reference_voices_render(reference, &out, Int32(block)) }
    }
    return spent / seconds
  }
}
