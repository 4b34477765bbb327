import CFluidSynth
import EngineRig
import Foundation
import Listening
import Scratch
import SpinetEngine
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetSoundFont

/// The synthesizers of a sound, which begin small.
struct VoiceSupplyTests {
  private let folder = TemporaryFolder()
  private let long = TestFont([.init("Long", generators: [(38, 4800)])])

  @Test func `More notes than the first synthesizer has voices for all sound, and all end`() throws {
    let player = try Player(long, isOneOfMany: true)
    for voice in 0..<64 { player.start(voice, key: 30 + voice, gain: 0.2, serial: UInt32(voice + 1)) }
    player.render(9_600)
    #expect(player.link.meters.soundingVoices == 64)
    let sound = player.render(48_000).left
    for key in [30, 50, 69, 93] { #expect(sound.level(at: hertz(key)) > 1e-3, "\(key)") }
    for voice in 0..<64 { player.release(voice) }
    player.render(9_600)
    player.silence()
    player.render(9_600)
    #expect(player.reports().count == 64 && player.link.meters.soundingVoices == 0)
  }

  @Test func `A note bends in the synthesizer in which it began`() throws {
    let player = try Player(long, isOneOfMany: true)
    player.start(0, key: 69)
    player.render(480)
    for voice in 1..<64 { player.start(voice, key: 20 + voice % 40, gain: 0.01) }
    player.render(4_800)
    player.send(.set(VoiceNumber(0), .bend, 2))
    player.render(4_800)
    let sound = player.render(24_000).left
    #expect(sound.level(at: 880) > 0.02 && sound.level(at: 440) < 0.005)
  }

  @Test func `A live note waits for the larger synthesizer and is not lost`() throws {
    let font = try SharedFont.open(FilePath(long.write(to: folder)))
    let engine = try SoundFontEngine(font, preset: 0)
    engine.isOneOfMany = true
    let player = try Player(playing: engine, prepare: engine.prepare)
    for voice in 0..<64 { player.start(voice, key: 6 + voice, gain: 0.2) }
    // The last one has key 69.
    #expect(eventually { player.render(4_800).left.level(at: 440) > 1e-3 })
  }

  @Test func `A sound that plays few notes has one small synthesizer`() throws {
    let font = try SharedFont.open(FilePath(long.write(to: folder)))
    try font.loader.load(0)
    let synthesizer = try FluidSynthesizer(
      font, voices: [16, 48], isOffline: true, framesPerSecond: 48_000)
    let bank = synthesizer.address
    let first = bank.pointee.synth(of: 0)
    for note in 0..<9 {
      let place = bank.pointee.take(0, isDrum: false)
      #expect(bank.pointee.synth(of: place) == first)
      fs_start(first, UInt32(note + 1), font.loader.handles[0], bank.pointee.channel(of: place), 60, 100)
    }
    let next = bank.pointee.synth(of: bank.pointee.take(0, isDrum: false))
    #expect(next != first && fs_count_voices(first) == 9 && fs_count_voices(next) == 0)
  }

  private func hertz(_ key: Int) -> Double { 440 * exp2(Double(key - 69) / 12) }
}
