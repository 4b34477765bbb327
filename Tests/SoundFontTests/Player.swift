import EngineRig
import Foundation
import Scratch
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage

@testable import SpinetSoundFont

typealias Player = EngineRig<SoundFontEngine>

extension EngineRig where Played == SoundFontEngine {
  /// Without reverb, so that only the font is heard.
  convenience init(
    _ font: TestFont = TestFont(), preset: String? = nil, framesPerSecond: Double = 48_000,
    settings: [String: Double] = [:], isOneOfMany: Bool = false
  ) throws {
    let folder = TemporaryFolder()
    let path = FilePath(try font.write(to: folder))
    let opened = try SharedFont.open(path)
    // The file is gone when it plays.
    for index in opened.presets.all.indices { try opened.loader.load(index) }
    let engine = try SoundFontEngine(
      opened, preset: preset.map { try opened.presets.index($0, in: path) } ?? 0,
      framesPerSecond: framesPerSecond, isOffline: true)
    engine.isOneOfMany = isOneOfMany
    let plain: [String: Double] = ["reverb.mix": 0, "master.volume": 1]
    WidgetSet(engine.widgets).restore(plain.merging(settings) { $1 })
    try self.init(playing: engine, framesPerSecond: framesPerSecond, prepare: engine.prepare)
  }

  func start(
    _ voice: Int = 0, key: Int = 69, hertz: Double? = nil, gain: Double = 1, serial: UInt32 = 1,
    at frame: Int64? = nil
  ) {
    let hertz = hertz ?? 440 * pow(2, Double(key - 69) / 12)
    start(voice, serial: serial, [.key: Double(key), .freq: hertz, .gain: gain], at: frame)
  }

  /// Plays some notes of each preset.
  static func storm(_ engine: SoundFontEngine) throws {
    let player = try Player(playing: engine, prepare: engine.prepare)
    for turn in 0..<6 {
      engine.preset.set(Double(turn % 2))
      for event in notes(turn) { player.send(event) }
      player.renderBlock(512)
    }
  }

  private static func notes(_ turn: Int) -> [VoiceEvent] {
    let voice = VoiceNumber(turn)
    return [
      .start(voice, serial: 1), .set(voice, .key, Double(turn * 24)),
      .set(voice, .freq, 20 * pow(2, Double(2 * turn))), .release(VoiceNumber(turn / 2)),
    ]
  }
}

func cents(_ hertz: Double, from other: Double) -> Double { 1200 * log2(hertz / other) }
