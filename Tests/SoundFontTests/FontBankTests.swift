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

/// Sounds of one mix that share the voices of their font.
struct FontBankTests {
  private let folder = TemporaryFolder()
  private let long = TestFont([
    .init("Long", generators: [(38, 0)]), .init("Kit", bank: 128, generators: [(57, 1), (38, 0)]),
  ])

  private func font() throws -> SharedFont {
    let font = try SharedFont.open(FilePath(long.write(to: folder)))
    for index in font.presets.all.indices { try font.loader.load(index) }
    return font
  }

  private func player(_ font: SharedFont, preset: Int = 0, in mix: MixNumber?) throws -> Player {
    let engine = try SoundFontEngine(font, preset: preset, isOffline: true)
    engine.isOneOfMany = true
    WidgetSet(engine.widgets).restore(["reverb.mix": 0, "master.volume": 1])
    return try Player(playing: engine, mix: mix, prepare: engine.prepare)
  }

  /// What each plays on its left side, rendered as a mix does.
  private func render(_ players: [Player], _ frames: Int, block size: Int = 128) -> [[Float]] {
    var sounds = [[Float]](repeating: [], count: players.count)
    for _ in 0..<frames / size {
      let blocks = players.map { $0.nextBlock(size) }
      for (player, block) in zip(players, blocks) { player.engine.join(block) }
      for (index, player) in players.enumerated() {
        player.renderBlock(size)
        sounds[index] += (0..<size).map { blocks[index].left[$0] }
      }
    }
    return sounds
  }

  private func play(_ players: [Player]) {
    for (index, player) in players.enumerated() {
      player.start(0, key: 60 + 4 * index, at: Int64(100 * index))
      player.start(1, key: 67 + index, serial: 2, at: 5_003)
      player.send(.set(VoiceNumber(0), .bend, 1.5), at: 9_000)
      player.release(0, at: 12_345)
    }
  }

  @Test(arguments: [64, 128, 100]) func `Sounds of a mix sound as each does alone`(size: Int) throws {
    let (font, mix) = (try font(), MixNumber())
    let together = try (0..<3).map { _ in try player(font, in: mix) }
    let alone = try (0..<3).map { _ in try player(font, in: nil) }
    play(together)
    play(alone)
    let sounds = render(together, 24_000, block: size)
    for (player, sound) in zip(alone, sounds) {
      #expect(player.render(24_000 / size * size).left == sound && sound.peak > 0.1)
    }
    for player in together { player.silence() }
    _ = render(together, 9_600, block: size)
    #expect(together.allSatisfy { $0.link.meters.soundingVoices == 0 && $0.reports().count == 2 })
  }

  @Test func `Sounds of a mix have one synthesizer, and those of another mix another`() throws {
    let font = try font()
    let format = StreamFormat(framesPerSecond: 48_000, largestBlock: 128, mix: MixNumber())
    let other = StreamFormat(framesPerSecond: 48_000, largestBlock: 128, mix: MixNumber())
    func seat(_ format: StreamFormat) throws -> FontSeat {
      try font.seat(in: format, voices: [16], isOffline: true)
    }
    let (one, two, three) = (try seat(format), try seat(format), try seat(other))
    #expect(one.synthesizer === two.synthesizer && one.number != two.number)
    #expect(one.synthesizer !== three.synthesizer)
  }

  @Test func `A sound that goes away ends its notes, and its place is free again`() throws {
    let (font, mix) = (try font(), MixNumber())
    let stays = try player(font, in: mix)
    var leaves: Player? = try player(font, in: mix)
    leaves?.start(0, key: 69)
    stays.start(0, key: 57)
    _ = render([stays] + [leaves].compactMap(\.self), 4_800)
    leaves = nil
    let sound = render([stays], 9_600)[0]
    #expect(sound.level(at: 220) > 0.05 && sound.level(at: 440) < 0.01)
    // More than there are places.
    for _ in 0..<2 * FontSeats.count {
      let next = try player(font, in: mix)
      next.start(0, key: 69)
      #expect(render([stays, next], 256)[1].count == 256)
    }
    #expect(render([stays], 9_600)[0].level(at: 220) > 0.05)
  }

  @Test func `Drums of a sound silence one another, and not those of another sound`() throws {
    let (font, mix) = (try font(), MixNumber())
    let kits = try (0..<2).map { _ in try player(font, preset: 1, in: mix) }
    for kit in kits { kit.start(0, key: 57) }
    _ = render(kits, 4_800)
    kits[1].start(1, key: 69, serial: 2)
    _ = render(kits, 9_600)
    let sounds = render(kits, 19_200)
    #expect(sounds[0].level(at: 220) > 0.05 && sounds[1].level(at: 220) < 0.01)
    #expect(sounds[1].level(at: 440) > 0.05)
  }

  @Test func `As many notes as all sounds have begin, and each bends by itself`() throws {
    let (font, mix) = (try font(), MixNumber())
    let players = try (0..<6).map { _ in try player(font, in: mix) }
    for player in players {
      for voice in 0..<40 { player.start(voice, key: 30 + voice, gain: 0.05, serial: UInt32(voice)) }
    }
    _ = render(players, 9_600)
    #expect(players.allSatisfy { $0.link.meters.soundingVoices == 40 })
    players[5].start(50, key: 93, serial: 50)
    players[5].send(.set(VoiceNumber(50), .bend, 2), at: 9_700)
    _ = render(players, 2_560)
    let sound = render(players, 24_064)[5]
    #expect(sound.level(at: 2 * 1_760) > 10 * sound.level(at: 1_760))
  }

  @Test func `While sounds come and go, nothing is allocated for those that play`() throws {
    let (font, mix) = (try font(), MixNumber())
    let players = try (0..<3).map { _ in try player(font, in: mix) }
    func storm(_ turns: Int) -> UInt {
      var count: UInt = 0
      for turn in 0..<turns {
        for player in players {
          player.start(turn % 40, key: 40 + turn % 40, serial: UInt32(turn))
          player.release((turn + 20) % 40)
        }
        let blocks = players.map { $0.nextBlock() }
        for (player, block) in zip(players, blocks) { player.engine.join(block) }
        for player in players { count += player.allocations(inBlocks: 1) }
      }
      return count
    }
    _ = storm(300)
    #expect(storm(300) == 0)
  }
}
