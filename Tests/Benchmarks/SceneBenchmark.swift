import Glibc
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetStage
import SpinetSynth
import SpinetWidgets

/// What it costs the audio thread that the scene changes every 21 ms, beside the same sound in one scene.
struct SceneBenchmark {
  func row() throws -> Table.Row {
    let (changing, steady) = (try Performance(), try Performance())
    var costs: (changing: [Double], steady: [Double]) = ([], [])
    for _ in 0..<9 {
      costs.changing.append(changing.render(changesScene: true))
      costs.steady.append(steady.render(changesScene: false))
    }
    return Table.Row(
      "a second of 8 parts whose scene changes 47 times, beside one scene", costs.changing.median,
      costs.steady.median)
  }
}

/// Eight parts, four in each of two scenes, that all hold a chord.
private final class Performance {
  private let performer: Performer
  private let scene: Widget
  private let buffer = SampleBuffer(capacity: 128)
  private let timeline = Timeline(framesPerSecond: 48_000)
  private var frame: Int64 = 0
  private static let blocksInScene = 8

  init() throws {
    let names = (1...8).map { "part\($0)" }
    let patch = try Patch(text: try Spinet.patchText("reference"), file: "reference")
    let parts = names.map { name in
      let engine = SynthEngine(voices: 16)
      _ = patch.apply(to: WidgetSet(engine.widgets))
      return LoadedPart(Part(name, sound: name), LoadedSound(name: name, engine: engine))
    }
    let scenes = [
      Stage.Scene("first", parts: Array(names[..<4])), Stage.Scene("second", parts: Array(names[4...])),
    ]
    let stage = Stage(name: "benchmark", parts: parts.map(\.part), scenes: scenes)
    let instrument = try LoadedInstrument(LoadedStage(stage, parts: parts))
    guard let scene = instrument.scene else {
      throw SpinetError(
        .deviceFailed, what: "benchmark", why: "the stage has no scenes", remedy: "give it two")
    }
    self.scene = scene
    performer = Performer(instrument: instrument, mappings: ActiveMappings(), keyboard: .midi)
    let ends = ControlEnds()
    try instrument.engine.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    performer.attach(ends, at: now)
    for index in 0..<2 { hold(chordIn: index) }
    _ = render(changesScene: false)
  }

  private var now: HostTime { timeline.time(of: frame) }

  private func enter(_ index: Int) {
    scene.set(Double(index))
    performer.advance(to: now)
  }

  private func hold(chordIn index: Int) {
    enter(index)
    for key in UInt8(48)..<56 {
      performer.take(
        .noteOn(Channel(status: 0), key: key + 12 * UInt8(index), velocity: 80), from: .file, at: now
      ) {
        _ in
      }
    }
  }

  /// Renders two seconds and returns what a second took of the processor, without what control does.
  func render(changesScene: Bool) -> Double {
    var spent = 0.0
    for block in 0..<750 {
      if block % Self.blocksInScene == 0 { enter(changesScene ? block / Self.blocksInScene % 2 : 0) }
      spent += Stopwatch.processorSeconds {
        performer.instrument.engine.render(
          buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline))
      }
      frame += 128
    }
    return spent / 2
  }
}
