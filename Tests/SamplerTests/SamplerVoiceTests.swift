import EngineRig
import Listening
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSampler

/// A level that a cut would show as a step.
private func level(_ count: Int = 480_000) -> Sample {
  Sample(left: [Float](repeating: 0.5, count: count))
}

struct SamplerVoiceTests {
  @Test func `A note ends with a report of its serial, without a click`() {
    let player = Player(level(), settings: ["amp.release": 0.05])
    player.start(3, serial: 7)
    var sound = player.render(4_800).left
    player.release(3)
    sound += player.render(9_600).left
    #expect(player.reports() == [.voiceEnded(VoiceNumber(3), serial: 7)])
    #expect(sound.greatestStep < 0.03 && sound.last == 0)
    #expect(player.link.meters.soundingVoices == 0)
  }

  @Test func `A sample that is over fades out in milliseconds, and its voice ends with its key`() {
    let player = Player(level(1_000))
    player.start(serial: 5)
    #expect(player.render(4_800).left.greatestStep < 0.03)
    #expect(player.reports() == [] && player.link.meters.soundingVoices == 0)
    player.release()
    _ = player.render(64)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 5)])
  }

  @Test func `Steals, silence and keys struck again make no click`() {
    let player = Player(level())
    player.start()
    var sound = player.render(1_013).left
    for turn in 0..<10 {
      player.send(.steal(VoiceNumber(0)))
      player.start(serial: UInt32(turn))
      sound += player.render(1_013).left
      player.send(.set(VoiceNumber(0), .gate, 0))
      sound += player.render(100).left
      player.send(.set(VoiceNumber(0), .gate, 1))
      sound += player.render(700).left
    }
    player.silence()
    sound += player.render(4_800).left
    #expect(sound.greatestStep < 0.03 && sound.last == 0)
    #expect(player.reports().count == 1)
  }

  @Test func `A storm on sixty-four voices never passes full scale, nor loses a voice`() {
    let player = Player(level(9_000), settings: ["loop.on": 1, "amp.release": 0.05])
    for voice in 0..<64 { player.start(voice, note: 30 + Double(voice)) }
    for turn in 0..<200 {
      for voice in 0..<(turn % 20) {
        let number = (turn * 7 + voice) % 64
        player.send(.steal(VoiceNumber(number)))
        player.start(number, note: 40 + Double(voice), serial: UInt32(turn))
      }
      let sound = player.render(97)
      #expect(sound.left.peak <= 1 && sound.right.peak <= 1)
    }
    _ = player.render(2_400)
    #expect(player.link.meters.soundingVoices == 64)
    for voice in 0..<64 { player.release(voice) }
    _ = player.render(48_000)
    #expect(player.reports().count == 64)
    #expect(player.link.meters.soundingVoices == 0)
  }

  @Test(arguments: [1, 5, 333, 20_000]) func `Whatever is set, what comes out is sound`(frames: Int) {
    var state: UInt32 = 7
    func next() -> Double {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(state) / 4_294_967_295
    }
    let samples = (0..<frames).map { _ in Float(next() * 2 - 1) }
    let player = Player(Sample(left: samples, right: samples.reversed()))
    for turn in 0..<600 {
      for widget in player.engine.widgets where next() < 0.3 { widget.set(position: next()) }
      let number = VoiceNumber(Int(next() * 66) - 1)
      switch Int(next() * 5) {
      case 0, 1: player.start(number.index, note: next() * 200 - 40, serial: UInt32(turn))
      case 2: player.release(number.index)
      case 3: player.send(.set(number, .bend, [.nan, .infinity, -1, 0, 1e300, 1, 4][Int(next() * 6.99)]))
      default: player.send(.set(number, .freq, [.nan, .infinity, -1, 0, 1e300, 440, 1][Int(next() * 6.99)]))
      }
      let sound = player.render(Int(next() * 400) + 1)
      #expect((sound.left + sound.right).allSatisfy { $0.isFinite && abs($0) <= 1 })
    }
  }

  @Test func `Rendering allocates nothing, whatever is played`() {
    let player = Player(level(10_000), settings: ["loop.on": 1, "loop.end": 0.3, "filter.cutoff": 900])
    #expect(player.allocationsInAStorm() == 0)
  }
}
