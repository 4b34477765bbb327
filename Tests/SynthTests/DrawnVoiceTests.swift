import EngineRig
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetSynth
import SpinetWidgets
import Testing

private let user = index("user")

extension Player {
  fileprivate func draw(_ settings: [String: Double]) {
    for (name, value) in settings { widget(name).set(value) }
  }
}

/// The greatest distance between two sounds.
private func distance(_ one: [Float], _ other: [Float]) -> Float {
  zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
}

@Test func `During a change from wave to wave a sound lies between the two`() {
  let voices = [["wave.y": 0.0], ["wave.y": 0], ["wave.y": 1]].map { drawing in
    player(drawing.merging(["osc1.wave": user, "wave.x": 0]) { $1 })
  }
  for voice in voices {
    voice.start(0, hertz: 440)
    _ = voice.render(4_800)
  }
  voices[0].draw(["wave.y": 1])
  let sounds = voices.map { $0.render(2_400).left }
  #expect(distance(sounds[0], sounds[1]) > 0.05)
  let beyond = sounds[0].indices.map { frame in
    let ends = [sounds[1][frame], sounds[2][frame]]
    return max(sounds[0][frame] - (ends.max() ?? 0), (ends.min() ?? 0) - sounds[0][frame])
  }
  // Drawings in between are mixtures of the two, so they exceed neither.
  #expect((beyond.max() ?? 1) < 0.001)
}

// The two tables are exchanged at every step of a slider's smoothing: after one more step the other drawing is at the
// address of the first one.
@Test(arguments: [9_600, 10_464, 11_328])
func `What is drawn again and again while nothing sounds is read as it is`(_ frames: Int) {
  func play(_ first: [String: Double], then redraws: [[String: Double]]) -> [Float] {
    let voice = player(first.merging(["osc1.wave": user]) { $1 })
    voice.start(0, hertz: 440)
    _ = voice.render(4_800)
    voice.release(0)
    _ = voice.render(48_000)
    for redraw in redraws {
      voice.draw(redraw)
      _ = voice.render(frames)
    }
    voice.start(0, hertz: 440, serial: 2)
    return voice.render(4_800).left
  }
  let saw = ["wave.x": 0.0, "wave.y": 0]
  let drawn = play(["wave.x": 0, "wave.y": 1], then: [["wave.x": 1], saw])
  #expect(drawn.peak > 0.05)
  #expect(distance(drawn, play(saw, then: [[:], [:]])) < 1e-4)
}

@Test(arguments: [
  ["osc1.wave": user, "osc2.wave": 3, "osc.fm": 0.5], ["osc1.wave": 3, "osc2.wave": user, "osc.fm": 0.3],
  ["osc1.wave": 3, "osc2.wave": user, "osc.sync": 1],
  ["osc1.wave": user, "osc2.wave": user, "osc.fm": 0.3, "osc.sync": 1],
])
func `A wave drawn anew under modulation or sync comes without a click`(_ settings: [String: Double]) {
  let more: [String: Double] = [
    "osc.mix": 1, "harmonic.1": 1, "wave.blend": 1, "osc1.octave": 0, "osc2.octave": 0,
  ]
  let voice = player(settings.merging(more) { $1 })
  // The tone is so low that only a click is steep.
  voice.start(0, hertz: 30)
  _ = voice.render(9_600)
  let before = voice.render(9_600).left
  voice.draw(["harmonic.1": 0, "harmonic.2": 1])
  let change = voice.render(4_800).left
  let after = voice.render(9_600).left
  #expect(distance(before, after) > 0.05)
  #expect(change.greatestStep < 1.3 * max(before.greatestStep, after.greatestStep))
}

@Test func `What was drawn before the first note is what the first note plays`() {
  func play(isDrawnLate: Bool) -> [Float] {
    let voice = player(["osc1.wave": user, "wave.x": 0, "wave.y": isDrawnLate ? 0 : 1])
    _ = voice.render(960)
    voice.draw(["wave.y": 1])
    voice.start(0, hertz: 220)
    return voice.render(4_800).left
  }
  #expect(play(isDrawnLate: true) == play(isDrawnLate: false))
}

@Test func `What was drawn while it was not played is complete when it is played`() {
  func play(isDrawnLate: Bool) -> [Float] {
    let voice = player(["osc1.wave": 0, "wave.x": 0, "wave.y": isDrawnLate ? 0 : 1])
    voice.start(0, hertz: 220)
    _ = voice.render(960)
    voice.draw(["wave.y": 1])
    _ = voice.render(9_600)
    voice.draw(["osc1.wave": user])
    return voice.render(4_800).left
  }
  // The slider's smoothing ends slightly before its target.
  #expect(distance(play(isDrawnLate: true), play(isDrawnLate: false)) < 1e-3)
}
