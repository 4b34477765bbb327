import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMixer
import SpinetRealtime
import SpinetSession
import SpinetStage
import SpinetSynth
import SpinetTime
import SpinetWidgets

/// What steps through a set list cost the control thread when the next sounds are prepared, and how evenly the ticks of a
/// clock are sent.
struct SetListBenchmark {
  func rows() throws -> [Table.Row] {
    let steps = try stepSeconds().sorted()
    let period = 128.0 / 48_000
    return [
      Table.Row(
        work: "a step of a set list of 20 stages, each of 4 parts, of a period of 128 frames",
        spinet:
          "\((steps.median / period * 100).short) %, \(((steps.last ?? 0) / period * 100).short) % at most"),
      Table.Row(
        work: "a clock's ticks at 133 bpm beside even ones, 99 of 100",
        spinet: "\(tickNanoseconds().short) ns"),
    ]
  }

  private func stage(_ number: Int) throws -> LoadedStage {
    let patch = try Patch(text: try Spinet.patchText("reference"), file: "reference")
    let parts = (1...4).map { part in
      let engine = SynthEngine(voices: 16)
      _ = patch.apply(to: WidgetSet(engine.widgets))
      let name = "stage\(number)part\(part)"
      return LoadedPart(Part(name, sound: name), LoadedSound(name: name, engine: engine))
    }
    return LoadedStage(Stage(name: "stage\(number)", parts: parts.map(\.part)), parts: parts)
  }

  /// What each of 20 steps takes, over a note that is held until the next song sounds.
  private func stepSeconds() throws -> [Double] {
    let timeline = Timeline(framesPerSecond: 48_000)
    let buffer = SampleBuffer(capacity: 128)
    let instrument = try LoadedInstrument(try stage(0))
    let performer = Performer(instrument: instrument, mappings: ActiveMappings(), keyboard: .midi)
    let ends = ControlEnds()
    try instrument.engine.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    performer.attach(ends, at: timeline.time(of: 0))
    var frame: Int64 = 0
    let first = Channel(status: 0)
    return try (1...20).map { number in
      let next = try stage(number)
      if let format = instrument.mixer?.format { try next.prepare(for: format) }
      performer.take(
        .noteOff(first, key: UInt8(39 + number), velocity: 0), from: .file, at: timeline.time(of: frame))
      // The song before it rings out.
      for _ in 0..<2000 {
        performer.advance(to: timeline.time(of: frame))
        instrument.engine.render(buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline))
        frame += 128
      }
      let now = timeline.time(of: frame)
      performer.take(.noteOn(first, key: UInt8(40 + number), velocity: 80), from: .file, at: now)
      return try Stopwatch.processorSeconds {
        try performer.change(to: next, ChangeRequest(name: next.stage.name), at: now)
      }
    }
  }

  /// How far 99 of 100 ticks of an hour are from even distances, in nanoseconds.
  private func tickNanoseconds() -> Double {
    var sender = ClockSender()
    let transport = Transport(clock: TickClock(tempo: Tempo(133)))
    let ticks = stride(from: UInt64(0), to: 3_600_000_000_000, by: 8_000_000).flatMap { now in
      sender.advance(transport, from: now, until: now + 20_000_000).all.map(\.moment)
    }
    let even = 60e9 / 133 / 24
    let distances = zip(ticks, ticks.dropFirst()).map { abs(Double($1 - $0) - even) }.sorted()
    return distances[distances.count * 99 / 100]
  }
}
