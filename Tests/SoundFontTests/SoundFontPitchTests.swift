import EngineRig
import Foundation
import Listening
import Scratch
import SpinetEngine
import SpinetWidgets
import Testing

@testable import SpinetSoundFont

struct SoundFontPitchTests {
  @Test(arguments: [110.0, 220, 261.6256, 300, 440, 452.89, 466.1638, 880, 1000])
  func `Any frequency sounds within a cent`(hertz: Double) throws {
    let player = try Player()
    player.start(key: 60, hertz: hertz)
    player.render(4_800)
    let heard = player.render(24_000).left.frequency(near: hertz)
    #expect(abs(cents(heard, from: hertz)) < 1, "\(heard) Hz")
  }

  @Test(arguments: [-48.0, -12, -2, -0.5, -0.07, 0.013, 0.31, 2, 7, 24])
  func `A bend of any width is exact to a cent`(semitones: Double) throws {
    let player = try Player()
    player.start()
    player.render(4_800)
    player.send(.set(VoiceNumber(0), .bend, pow(2, semitones / 12)))
    player.render(4_800)
    let hertz = 440 * pow(2, semitones / 12)
    let heard = player.render(24_000).left.frequency(near: hertz)
    #expect(abs(cents(heard, from: hertz)) < 1, "\(heard) Hz")
  }

  @Test func `Each of two notes of one key has its own bend`() throws {
    let player = try Player()
    player.start(0)
    player.start(1)
    player.send(.set(VoiceNumber(1), .bend, 1.25))
    player.render(4_800)
    let sound = player.render(24_000).left
    #expect(sound.level(at: 440) > 0.05 && sound.level(at: 550) > 0.05)
    #expect(abs(sound.level(at: 440) - sound.level(at: 550)) < 0.01)
  }

  @Test func `A note bent before it began starts at its pitch`() throws {
    let player = try Player()
    player.start()
    player.send(.set(VoiceNumber(0), .bend, 1.5))
    let sound = player.render(4_800).left
    #expect(sound.level(at: 660) > 20 * sound.level(at: 440))
  }

  @Test func `Drums are chosen by their key, whatever the tuning`() throws {
    let player = try Player(TestFont([.init("Kit", bank: 128)]))
    player.start(key: 81, hertz: 300)
    player.render(4_800)
    #expect(abs(cents(player.render(24_000).left.frequency(near: 880), from: 880)) < 1)
  }

  @Test func `Tuning and the pitch wheel move sounding notes`() throws {
    let player = try Player(settings: ["tune": 50])
    player.start()
    player.render(4_800)
    let tuned = 440 * pow(2, 0.5 / 12)
    #expect(abs(cents(player.render(24_000).left.frequency(near: tuned), from: tuned)) < 1)
    player.widget("pitch.bend").set(-2)
    player.render(9_600)
    let bent = 440 * pow(2, -1.5 / 12)
    #expect(abs(cents(player.render(24_000).left.frequency(near: bent), from: bent)) < 1)
  }
}
