import Logging
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets

@testable import SpinetSession

/// A performer with parts, played offline.
final class StageRig {
  let performer: Performer
  let port = PortID(rawValue: 1)
  private let timeline = Timeline(framesPerSecond: 48_000)
  private let buffer = SampleBuffer(capacity: 64)
  private var frame: Int64 = 0
  private(set) var sound: [Float] = []

  init(_ parts: [Part], scenes: [Stage.Scene] = [], map: String? = nil) throws {
    let mappings = try map.map { [try Mapping(text: "map:\n  \($0)\n", file: "test.yaml")] } ?? []
    performer = Performer(
      instrument: try LoadedInstrument(Self.stage(parts, scenes)), mappings: ActiveMappings(mappings),
      keyboard: nil)
    let ends = ControlEnds()
    try performer.instrument.engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ends.link)
    performer.attach(ends, at: now)
    performer.portAppeared(Rig.port(port))
  }

  static func stage(
    _ parts: [Part], _ scenes: [Stage.Scene] = [], on engine: (any SoundEngine)? = nil
  ) -> LoadedStage {
    let loaded = parts.map { part in
      LoadedPart(part, LoadedSound(name: part.sound, engine: engine ?? SynthEngine(voices: 8)))
    }
    return LoadedStage(Stage(name: "test", parts: parts, scenes: scenes), parts: loaded)
  }

  /// Its sounds, which know only the shipped patches.
  func sounds(_ logger: Logger, on worker: any Worker = ThreadWorker()) -> Sounds {
    let output = SoundOutput(for: performer, options: PlayOptions(), logger: logger)
    let loader = InstrumentLoader(library: Catalog(environment: [:]), logger: logger)
    return Sounds(for: performer, output, loader, logger: logger, on: worker, wake: {})
  }

  private var now: HostTime { timeline.time(of: frame) }

  @discardableResult func take(_ message: MIDIMessage) -> [String] {
    var outcomes: [String] = []
    performer.take(message, from: port, at: now) { outcome in
      if case .chosen(let what) = outcome { outcomes.append(what) }
    }
    return outcomes
  }

  func on(_ key: UInt8, _ velocity: UInt8 = 100, channel: UInt8 = 0) {
    take(.noteOn(Channel(status: channel), key: key, velocity: velocity))
  }

  func off(_ key: UInt8, channel: UInt8 = 0) {
    take(.noteOff(Channel(status: channel), key: key, velocity: 64))
  }

  func control(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) {
    take(.controlChange(Channel(status: channel), controller: number, value: value))
  }

  /// The parts that hold a note.
  var holding: [String] {
    (performer.players + performer.leaving).filter { $0.keyboard.heldNotes > 0 }.map(\.loaded.part.name)
  }

  func play(_ frames: Int) {
    for _ in 0..<frames / 64 {
      let block = buffer.block(frameCount: 64, firstFrame: frame, timeline: timeline)
      performer.instrument.engine.render(block)
      sound += block.left.prefix(64)
      frame += 64
      performer.advance(to: now)
    }
  }

  /// - Parameter engine: what plays the only part; nil for the synth.
  func change(to parts: [Part], on engine: (any SoundEngine)? = nil) throws {
    try change(to: Self.stage(parts, on: engine))
  }

  func change(to stage: LoadedStage) throws {
    try performer.change(to: stage, ChangeRequest(), at: now)
  }

  func value(_ name: String) -> Double? { performer.instrument.widgets[name]?.value }
}

func part(_ name: String, _ change: (inout Part) -> Void = { _ in }) -> Part {
  var part = Part(name, sound: name)
  change(&part)
  return part
}
