import EngineRig
import Listening
import Scratch
import SpinetEngine
import SpinetWidgets
import Testing

@testable import SpinetSoundFont

struct SoundFontVoiceTests {
  @Test func `A note ends with a report of its serial, without a click`() throws {
    let player = try Player()
    player.start(3, serial: 7)
    var sound = player.render(9_600).left
    let sounding = sound.suffix(4_800)
    player.release(3)
    sound += player.render(48_000).left
    #expect(player.reports() == [.voiceEnded(VoiceNumber(3), serial: 7)])
    #expect(player.link.meters.soundingVoices == 0)
    #expect(Array(sound.dropFirst(480)).greatestBend < 2 * Array(sounding).greatestBend)
    #expect(sound.suffix(100).allSatisfy { abs($0) < 1e-5 })
  }

  @Test func `Of two notes of one key, the one that is released ends`() throws {
    let player = try Player()
    player.start(0, serial: 1)
    player.start(1, serial: 2)
    player.render(4_800)
    player.release(0)
    player.render(24_000)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 1)])
    #expect(player.link.meters.soundingVoices == 1 && player.render(4_800).left.rms > 0.05)
  }

  @Test func `A tap shorter than FluidSynth's buffer is heard`() throws {
    let player = try Player(TestFont([.init("Long", generators: [(38, 0)])]))
    player.start(at: 70)
    player.release(at: 75)
    #expect(player.render(4_800).left.peak > 0.02)
    player.render(200_000)
    #expect(player.reports().count == 1)
  }

  @Test func `A stolen voice fades in a moment, and its successor sounds`() throws {
    let player = try Player(TestFont([.init("Long", generators: [(38, 4800)])]))
    player.start()
    var sound = player.render(9_600).left
    let plain = Array(sound.suffix(4_800)).greatestBend
    player.send(.steal(VoiceNumber(0)))
    player.start(key: 76, serial: 2)
    sound = player.render(9_600).left
    #expect(sound.greatestBend < 8 * plain)
    let after = player.render(9_600).left
    #expect(after.level(at: 440) < 1e-4 && after.level(at: 659.2551) > 0.05)
    #expect(player.reports() == [])
  }

  @Test func `Silence ends everything`() throws {
    let player = try Player(TestFont([.init("Long", generators: [(38, 4800)])]))
    for voice in 0..<64 { player.start(voice, key: 30 + voice) }
    player.render(9_600)
    player.silence()
    player.render(9_600)
    #expect(player.render(4_800).left.peak < 1e-4 && player.reports().count == 64)
  }

  @Test func `Held notes keep their preset, new ones have the new one`() throws {
    // The second preset is an octave higher: coarse tuning, 12 semitones.
    let player = try Player(
      TestFont([.init("Low"), .init("High", program: 5, generators: [(51, 12)])]))
    player.start(0)
    player.render(4_800)
    player.widget("preset").set(1)
    player.start(1)
    player.render(4_800)
    let sound = player.render(9_600).left
    #expect(sound.level(at: 440) > 0.05 && sound.level(at: 880) > 0.05)
  }

  @Test func `Within a drum kit a note can silence another`() throws {
    let kit = TestFont([.init("Kit", bank: 128, generators: [(57, 1)])])
    let player = try Player(kit)
    player.start(0, key: 46)
    player.render(4_800)
    player.start(1, key: 69)
    player.render(24_000)
    let open = 440 * 0.264_865_8
    #expect(player.render(24_000).left.level(at: open) < 0.01)
    #expect(player.link.meters.soundingVoices == 1)
  }

  @Test(arguments: [1, 64, 100, 999])
  func `Any block size gives the same samples`(block: Int) throws {
    func take(_ block: Int) throws -> [Float] {
      let player = try Player(settings: ["reverb.mix": 0.5, "chorus.mix": 0.5])
      player.start(0, key: 60, at: 1_001)
      player.start(1, key: 67, at: 1_003)
      player.send(.set(VoiceNumber(0), .bend, 1.01), at: 2_500)
      player.release(0, at: 5_000)
      return player.render(20_000, block: block).left
    }
    #expect(try take(block) == take(128))
  }

  @Test func `An event is heard at the next multiple of 64 frames`() throws {
    let player = try Player(TestFont([.init("Sharp", generators: [(34, -12_000)])]))
    player.start(at: 1_001)
    let sound = player.render(4_800).left
    let first = sound.firstIndex { abs($0) > 1e-6 } ?? -1
    #expect((1_024...1_090).contains(first))
  }

  @Test func `While it plays, nothing is allocated`() throws {
    let font = TestFont([.init("One"), .init("Two", program: 1), .init("Kit", bank: 128)])
    let player = try Player(font, settings: ["reverb.mix": 0.5])
    func storm(_ turns: Int) -> UInt {
      var count: UInt = 0
      for turn in 0..<turns {
        player.widget("preset").set(Double(turn % 3))
        player.widget("reverb.mix").set(Double(turn % 10) / 10)
        player.widget("filter.cutoff").set(Double(1 + turn % 7))
        player.widget("mod.wheel").set(Double(turn % 5) / 5)
        player.start(turn % 64, key: 40 + turn % 40, serial: UInt32(turn))
        player.send(.set(VoiceNumber(turn % 64), .bend, 1 + Double(turn % 9) / 50))
        player.send(.set(VoiceNumber(turn % 64), .pressure, Double(turn % 9) / 9))
        player.release((turn + 20) % 64)
        count += player.allocations(inBlocks: 2)
      }
      return count
    }
    _ = storm(200)
    #expect(storm(1_000) == 0)
  }

  @Test func `Layers without a sound for a key end with it`() throws {
    // Keys 0 to 20 only.
    let player = try Player(TestFont([.init("Bass", generators: [(43, 20 << 8)])]))
    player.start(0, key: 60, serial: 9)
    player.render(4_800)
    player.release(0)
    player.render(4_800)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 9)])
  }
}
