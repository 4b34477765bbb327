import EngineRig
import Foundation
import Listening
import SpinetDSP
import SpinetEffects
import SpinetEngine
import SpinetKeyboard
import SpinetWidgets
import Testing

@testable import SpinetSynth

@Test func `The widgets stand in the order of the contract`() {
  let names = SynthEngine().widgets.map(\.name)
  #expect(
    Array(names.prefix(47)) == [
      "osc1.wave", "osc1.octave", "osc1.detune", "osc1.width", "osc2.wave", "osc2.octave", "osc2.detune",
      "osc2.width", "osc.mix", "noise.level", "filter.mode", "filter.cutoff", "filter.resonance",
      "filter.tracking", "filter.envelope", "filter.drive", "filterenv.attack", "filterenv.decay",
      "filterenv.sustain", "filterenv.release", "amp.attack", "amp.decay", "amp.sustain", "amp.release",
      "amp.velocity", "lfo.rate", "lfo.pitch", "lfo.filter", "lfo.amp", "vibrato.depth", "vibrato.rate",
      "drive.amount", "chorus.mix", "chorus.rate", "chorus.depth", "delay.mix", "delay.time",
      "delay.feedback", "delay.sync", "reverb.mix", "reverb.size", "reverb.damping", "master.volume",
      "master.pan",
      "master.expression", "pitch.bend", "glide.time",
    ])
  #expect(Set(names).count == names.count)
}

@Test func `A parameter's index is its position`() {
  #expect(SynthParameter.allCases.map(\.index) == Array(0..<SynthParameter.count))
  #expect(SynthParameter.count == SynthParameter.allCases.count)
}

@Test func `An effect takes one value for each of its parameters`() {
  #expect(valuesTaken(by: Drive.self) == Drive.parameters.count)
  #expect(valuesTaken(by: Chorus.self) == Chorus.parameters.count)
  #expect(valuesTaken(by: StereoDelay.self) == StereoDelay.parameters.count)
  #expect(valuesTaken(by: Reverb.self) == Reverb.parameters.count)
}

private func valuesTaken<Effect: SynthEffect & ~Copyable>(by effect: Effect.Type) -> Int {
  let smoother = ControlSmoother(effect.parameters, octaves: -1, framesPerSecond: 48_000, stepFrames: 32)
  var values = EffectValues(smoother.values, first: 0, beatsPerMinute: 120)
  _ = effect.settings(&values)
  return values.position
}

/// Pseudorandom numbers that are the same in every run.
private struct Sequence64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

@Test(arguments: 0..<8)
func `However all parameters jump, the sound stays finite and within full scale`(_ seed: Int) {
  var random = Sequence64(state: UInt64(seed * 77 + 1))
  let player = Player(framesPerSecond: [44_100, 48_000, 96_000, 22_050][seed % 4])
  for turn in 0..<150 {
    for widget in player.engine.widgets where Int.random(in: 0..<4, using: &random) == 0 {
      let corner = [0.0, 1, Double.random(in: 0...1, using: &random)]
      widget.set(position: corner.randomElement(using: &random) ?? 0)
    }
    player.start(turn % 64, hertz: exp2(Double.random(in: 2...15, using: &random)), gain: 1)
    if turn % 3 == 0 { player.release((turn * 5) % 64) }
    let sound = player.render(Int.random(in: 1...900, using: &random))
    #expect(sound.left.allSatisfy { abs($0) <= 1 } && sound.right.allSatisfy { abs($0) <= 1 })
  }
  for widget in player.engine.widgets { widget.reset() }
  player.send(.silence)
  _ = player.render(seconds: 0.1)
  player.start(0, hertz: 440)
  #expect(player.render(seconds: 0.3).left.peak > 0.02)
}

@Test(arguments: [
  "filter.cutoff", "filter.resonance", "osc.mix", "master.volume", "master.pan", "filter.drive",
])
func `A jump of a control makes no step in the sound`(_ name: String) {
  let player = Player(settings: [
    "osc1.wave": 3, "osc2.wave": 3, "filter.envelope": 0, "reverb.mix": 0, "osc.mix": 0.2,
    "filter.cutoff": 2000, "amp.sustain": 1,
  ])
  player.start(0, hertz: 220)
  let steady = player.render(24_000).left.suffix(9_600).map { $0 }.greatestStep
  player.widget(name).set(position: 0.9)
  let jump = player.render(2_400).left.greatestStep
  let after = player.render(9_600).left.greatestStep
  #expect(jump < 1.6 * max(steady, after))
}

@Test func `Every value is in place before the first block`() {
  let early = Player(settings: ["osc1.wave": 3, "filter.cutoff": 300, "reverb.mix": 0, "master.volume": 0.4])
  let late = Player(settings: ["osc1.wave": 3, "filter.cutoff": 300, "reverb.mix": 0, "master.volume": 0.4])
  _ = late.render(48_000)
  early.start(0, hertz: 440)
  late.start(0, hertz: 440)
  let first = early.render(4_800).left
  let later = late.render(4_800).left
  #expect(zip(first, later).allSatisfy { abs($0 - $1) < 1e-5 })
}

@Test func `Glide takes the pitch from the last note to the next`() {
  let player = Player(settings: [
    "osc1.wave": 3, "osc.mix": 0, "glide.time": 0.4, "reverb.mix": 0, "filter.cutoff": 20_000,
  ])
  func rising(_ sound: [Float]) -> Int { zip(sound, sound.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count }
  player.start(0, hertz: 200)
  #expect(abs(rising(player.render(seconds: 0.5).left) - 100) <= 2)
  player.send(.voice(.steal(VoiceNumber(0))))
  player.start(1, hertz: 800)
  #expect(rising(player.render(seconds: 0.02).left) < 10)
  _ = player.render(seconds: 1)
  #expect(abs(rising(player.render(seconds: 0.5).left) - 400) <= 2)
}
