import EngineRig
import Foundation
import Listening
import Scratch
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSoundFont

struct SharedFontTests {
  private let folder = TemporaryFolder()
  private let two = TestFont([.init("Low"), .init("High", program: 5, generators: [(51, 12)])])

  private func path() throws -> FilePath { FilePath(try two.write(to: folder)) }

  @Test func `Sounds of one file share the font, and the last one frees it`() throws {
    let path = try path()
    var engines = try (0..<3).map { _ in try SoundFontEngine(file: path) }
    #expect(engines.allSatisfy { $0.sharedMemory == engines[0].sharedMemory })
    weak let font = try SharedFont.open(path)
    #expect(font != nil)
    engines = []
    #expect(font == nil)
  }

  @Test func `A file that was replaced is another font`() throws {
    let path = try path()
    let old = try SharedFont.open(path)
    try Data(TestFont([.init("Other")]).bytes).write(to: URL(fileURLWithPath: path.string), options: .atomic)
    let new = try SharedFont.open(path)
    #expect(old !== new && new.presets.all.map(\.name) == ["Other"])
  }

  @Test func `The samples of a preset are read when it is chosen`() throws {
    let font = try SharedFont.open(path())
    let engine = try SoundFontEngine(font, preset: 0)
    let states = font.loader.states(isOffline: false)
    #expect(states.isReady(0) && !states.isReady(1))
    let player = try Player(playing: engine, prepare: engine.prepare)
    engine.preset.set(1)
    player.renderBlock()
    #expect(eventually { states.isReady(1) })
  }

  @Test func `A note of a preset that is not there yet begins when it is`() throws {
    let font = try SharedFont.open(path())
    let engine = try SoundFontEngine(font, preset: 0)
    let player = try Player(playing: engine, prepare: engine.prepare)
    engine.preset.set(1)
    player.start(key: 69)
    #expect(eventually { player.render(480).left.peak > 0.02 })
    #expect(player.render(9_600).left.level(at: 880) > 0.05)
  }

  @Test func `If the file has changed, the preset is silent and that is told`() throws {
    let path = try path()
    let font = try SharedFont.open(path)
    let engine = try SoundFontEngine(font, preset: 0)
    let player = try Player(playing: engine, prepare: engine.prepare)
    try Data(TestFont().bytes).write(to: URL(fileURLWithPath: path.string), options: .atomic)
    #expect {
      try font.loader.load(1)
    } throws: {
      "\($0)".contains("High cannot be read: the file has changed since it was opened; load the font again")
    }
    engine.preset.set(1)
    player.start(key: 69, serial: 3)
    #expect(player.render(9_600).left.peak == 0 && player.reports().count == 0)
    player.release()
    player.render(4_800)
    #expect(player.link.meters.soundingVoices == 0)
  }

  @Test func `A font that is named without a preset plays drums on channel 10`() throws {
    let font = try SharedFont.open(
      FilePath(TestFont([.init("Piano"), .init("Kit", bank: 128, generators: [(51, 12)])]).write(to: folder)))
    let engine = try SoundFontEngine(font, preset: 0, isOffline: true)
    engine.playsDrums = true
    #expect(engine.hearsChannels)
    let player = try Player(playing: engine, prepare: engine.prepare)
    player.send(.start(VoiceNumber(1), serial: 2))
    player.send(.set(VoiceNumber(1), .channel, 10))
    for (parameter, value) in [(VoiceParameter.key, 69.0), (.freq, 440), (.gain, 1)] {
      player.send(.set(VoiceNumber(1), parameter, value))
    }
    player.render(4_800)
    #expect(player.render(9_600).left.level(at: 880) > 0.05)
    player.start(0, key: 69)
    player.render(4_800)
    #expect(player.render(9_600).left.level(at: 440) > 0.05)
  }
}
