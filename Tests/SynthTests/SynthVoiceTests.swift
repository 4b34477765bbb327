import EngineRig
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

/// A plain tone, whose steps from sample to sample are small.
private let plain: [String: Double] = [
  "osc1.wave": 3, "osc.mix": 0, "filter.cutoff": 20_000, "filter.envelope": 0, "filter.resonance": 0,
  "reverb.mix": 0, "amp.attack": 0.005, "amp.sustain": 1, "osc.spread": 0,
]

@Test func `A stolen voice fades without a click while its number starts anew`() {
  let player = Player(settings: plain)
  player.start(0, hertz: 440)
  let steady = player.render(9_600).left.suffix(4_800).map { $0 }.greatestStep
  for turn in 0..<20 {
    player.send(.voice(.steal(VoiceNumber(0))))
    player.start(0, hertz: 440, serial: UInt32(2 + turn))
    #expect(player.render(1_013 + 7 * turn).left.greatestStep < 1.5 * steady)
  }
  #expect(player.reports() == [])
}

@Test func `A start without a steal fades what the number played before`() {
  let player = Player(settings: plain)
  player.start(0, hertz: 440)
  let steady = player.render(9_600).left.suffix(4_800).map { $0 }.greatestStep
  player.start(0, hertz: 440, serial: 2)
  #expect(player.render(2_000).left.greatestStep < 1.5 * steady)
  #expect(player.link.meters.soundingVoices == 1)
}

@Test func `Closing and opening the gate of a voice makes no click and no report`() {
  let player = Player(settings: plain)
  player.start(0, hertz: 440)
  let steady = player.render(9_600).left.suffix(4_800).map { $0 }.greatestStep
  for gate in [0.0, 1, 0, 1] {
    player.send(.voice(.set(VoiceNumber(0), .gate, gate)))
    #expect(player.render(1_200).left.greatestStep < 1.2 * steady)
  }
  player.send(.voice(.set(VoiceNumber(0), .gate, 0)))
  _ = player.render(seconds: 1)
  #expect(player.link.meters.soundingVoices == 0)
  #expect(player.reports() == [])
  player.send(.voice(.set(VoiceNumber(0), .gate, 1)))
  #expect(player.render(4_800).left.peak > 0.02)
}

@Test func `Releasing a voice that is silent reports its end at once`() {
  let player = Player()
  player.start(5, hertz: 100, serial: 9)
  player.send(.voice(.set(VoiceNumber(5), .gate, 0)))
  _ = player.render(seconds: 2)
  player.send(.voice(.release(VoiceNumber(5))))
  _ = player.render(16)
  #expect(player.reports() == [.voiceEnded(VoiceNumber(5), serial: 9)])
}

@Test func `Silence ends every voice and its echoes in a hundredth of a second, and reports them`() {
  let player = Player(settings: ["delay.mix": 0.8, "reverb.mix": 0.6])
  for voice in 0..<10 { player.start(voice, hertz: 200 + 30 * Double(voice), serial: UInt32(voice)) }
  _ = player.render(seconds: 1)
  player.send(.silence)
  let sound = player.render(seconds: 0.2).left
  #expect(sound.dropFirst(480).allSatisfy { abs($0) < 1e-5 })
  #expect(Set(player.reports()) == Set((0..<10).map { .voiceEnded(VoiceNumber($0), serial: UInt32($0)) }))
  player.start(0, hertz: 440, serial: 99)
  #expect(player.render(4_800).left.peak > 0.02)
}

@Test func `Sixty-four voices and a storm of steals never pass full scale nor lose a voice`() {
  let player = Player(settings: ["master.volume": 1])
  for voice in 0..<64 { player.start(voice, hertz: 55 + 13 * Double(voice), gain: 1) }
  for turn in 0..<200 {
    for voice in 0..<(turn % 20) {
      let number = (turn * 7 + voice) % 64
      player.send(.voice(.steal(VoiceNumber(number))))
      player.start(number, hertz: 80 + 11 * Double(voice), gain: 1, serial: UInt32(turn))
    }
    let sound = player.render(97)
    #expect(sound.left.peak <= 1 && sound.right.peak <= 1)
  }
  _ = player.render(seconds: 0.05)
  #expect(player.link.meters.soundingVoices == 64)
  for voice in 0..<64 { player.release(voice) }
  _ = player.render(seconds: 1)
  #expect(player.reports().count == 64)
  #expect(player.link.meters.soundingVoices == 0)
}

@Test func `What is set for all voices reaches those that sound and those to come`() {
  func zeroCrossings(_ sound: [Float]) -> Int {
    zip(sound, sound.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
  }
  let player = Player(settings: plain)
  player.start(0, hertz: 400)
  _ = player.render(seconds: 0.2)
  player.send(.voice(.set(.all, .bend, 2)))
  _ = player.render(seconds: 0.2)
  #expect(abs(zeroCrossings(player.render(seconds: 1).left) - 800) <= 1)
  player.send(.voice(.steal(VoiceNumber(0))))
  player.start(1, hertz: 300)
  _ = player.render(seconds: 0.2)
  #expect(abs(zeroCrossings(player.render(seconds: 1).left) - 600) <= 1)
}

@Test func `Voice numbers and values out of range do nothing`() {
  let player = Player()
  for number in [-1, -7, 256, 32_000] {
    player.send(.voice(.start(VoiceNumber(number), serial: 1)))
    player.send(.voice(.release(VoiceNumber(number))))
    player.send(.voice(.steal(VoiceNumber(number))))
  }
  player.start(0, hertz: 440)
  for value in [Double.nan, .infinity, -.infinity, -1, 0, 1e300] {
    for parameter in [VoiceParameter.freq, .bend, .gain, .pressure, .timbre, .key] {
      player.send(.voice(.set(VoiceNumber(0), parameter, value)))
    }
    let sound = player.render(500).left
    #expect(sound.allSatisfy { $0.isFinite && abs($0) <= 1 })
  }
}

@Test func `The meters tell voices, peak and silence`() {
  let player = Player()
  player.start(0, hertz: 440)
  let loudest = player.render(9_600)
  #expect(player.link.meters.popPeak() == max(loudest.left.peak, loudest.right.peak))
  #expect(player.link.meters.silentFrames == 0)
  player.release(0)
  _ = player.render(seconds: 6)
  #expect(player.link.meters.silentFrames > 48_000)
}

@Test(arguments: [8, 9, 17, 21], [0.0, 0.4])
func `A chord is the sum of its notes, whichever of them are worked out together`(_ notes: Int, _ fm: Double)
{
  // Quiet, because the limiter at the end looks at the whole chord.
  let settings: [String: Double] = [
    "osc.mix": 0.4, "osc.spread": 0, "osc.fm": fm, "filter.cutoff": 900, "filter.resonance": 0.6,
    "reverb.mix": 0,
    "chorus.mix": 0, "delay.mix": 0, "master.volume": 0.05,
  ]
  let chord = Player(settings: settings)
  var sum = [Float](repeating: 0, count: 4_800)
  for note in 0..<notes {
    let alone = Player(settings: settings)
    for player in [chord, alone] { player.start(note, hertz: 110 + 37 * Double(note), at: Int64(100 * note)) }
    for (frame, sample) in alone.render(4_800).left.enumerated() { sum[frame] += sample }
  }
  let sound = chord.render(4_800).left
  #expect(sound.peak > 0.002)
  #expect(zip(sound, sum).map { $0 - $1 }.peak < 2e-6)
}
