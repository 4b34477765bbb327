import EngineRig
import Foundation
import Listening
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetSynth
import SpinetWidgets
import Testing

/// One oscillator without filter, effects and envelopes.
let bare: [String: Double] = [
  "osc.mix": 0, "filter.cutoff": 20_000, "filter.envelope": 0, "filter.resonance": 0, "filter.tracking": 0,
  "reverb.mix": 0, "amp.attack": 0.005, "amp.sustain": 1, "osc.spread": 0, "amp.velocity": 0,
  "osc2.detune": 0, "pressure.vibrato": 0,
]

func player(_ settings: [String: Double]) -> Player {
  Player(settings: bare.merging(settings) { $1 })
}

func index(_ waveform: String) -> Double {
  ["saw": 0, "square": 1, "triangle": 2, "sine": 3, "user": 8][waveform] ?? 0
}

@Test func `One voice of a unison is the oscillator alone`() {
  let alone = player([:])
  let one = player(["osc1.unison": 1, "unison.spread": 1, "unison.detune": 100])
  for player in [alone, one] { player.start(0, hertz: 220) }
  #expect(alone.render(4_800).left == one.render(4_800).left)
}

@Test(arguments: [2, 3, 5, 7])
func `A unison beats, lies between the sides, and is about as loud as one`(_ voices: Int) {
  let settings: [String: Double] = ["unison.detune": 20, "unison.spread": 0.8, "osc1.unison": Double(voices)]
  let unison = player(settings)
  let alone = player([:])
  for player in [unison, alone] { player.start(0, hertz: 220) }
  let (left, right) = unison.render(96_000)
  #expect(zip(left, right).contains { abs($0 - $1) > 0.01 })
  #expect(abs(20 * log10(left.rms / right.rms)) < 3)
  #expect(abs(20 * log10(left.rms / alone.render(96_000).left.rms)) < 3)
  let both = zip(left, right).map { $0 + $1 }
  let levels = (0..<40).map { Array(both[$0 * 2_400..<($0 + 1) * 2_400]).rms }
  #expect((levels.max() ?? 0) > 1.3 * (levels.min() ?? 1))
}

@Test func `A unison without spread is the same on both sides`() {
  let unison = player(["osc1.unison": 4, "unison.spread": 0])
  unison.start(0, hertz: 220)
  let (left, right) = unison.render(9_600)
  #expect(left == right && left.peak > 0.05)
}

@Test(arguments: [0.0, 4], [1_000.0, 3_000, 8_000])
func `At full resonance a filter self-oscillates in tune`(_ mode: Double, _ hertz: Double) {
  let player = player(["filter.mode": mode, "filter.resonance": 1, "filter.cutoff": hertz, "osc1.wave": 3])
  player.start(0, hertz: 30)
  _ = player.render(48_000)
  // Far above the oscillator, which is a sine, steps from sample to sample are the filter's alone.
  let sound = player.render(48_000).left
  let swing = zip(sound, sound.dropFirst(2)).map { $1 - $0 }
  #expect(abs(1200 * log2(swing.hertz() / hertz)) < 5)
}

@Test(arguments: [0.0, 1, 2, 3, 4], [0.0, 1, 2, 3, 4])
func `Another kind of filter comes without a click`(_ before: Double, _ after: Double) {
  let player = player([
    "osc1.wave": 3, "filter.mode": before, "filter.cutoff": 1_500, "filter.resonance": 0.5,
    "unison.spread": 1,
    "osc1.unison": 2, "filter.drive": 0.3,
  ])
  player.start(0, hertz: 440)
  _ = player.render(9_600)
  let steady = player.render(4_800).left
  player.widget("filter.mode").set(after)
  let change = player.render(4_800).left
  let arrived = player.render(4_800).left
  // The second difference shows a corner.
  #expect(change.greatestBend < 2 * max(steady.greatestBend, arrived.greatestBend))
  #expect(change.greatestStep < 1.3 * max(steady.greatestStep, arrived.greatestStep))
  #expect(arrived.peak > 0.01)
}

@Test func `A synced oscillator has the other's pitch and its own color`() {
  let synced = player([
    "osc.mix": 1, "osc.sync": 1, "osc2.pitch": 7.3, "osc1.wave": 0, "osc2.wave": 0,
  ])
  synced.start(0, hertz: 200)
  let sound = Array(synced.render(67_200).left.suffix(48_000))
  let own = 200 * exp2(7.3 / 12)
  for harmonic in 1...10 { #expect(sound.level(at: 200 * Double(harmonic)) > 1e-3) }
  #expect(sound.level(at: own) < 1e-3)
  #expect(sound.level(at: 2 * own) < 1e-3)
}

@Test(arguments: [
  ("saw", 200.3, 7.3, -85.0), ("saw", 1_003, 7.3, -80), ("saw", 503, 19.1, -55), ("saw", 2_503, 7.3, -80),
  ("square", 1_003, 7.3, -80), ("triangle", 1_003, 7.3, -60), ("sine", 1_003, 7.3, -60),
  ("sine", 503, 19.1, -60),
])
func `What sync folds down stays far below it`(
  _ wave: String, _ hertz: Double, _ above: Double, _ limit: Double
) {
  let synced = player(["osc.mix": 1, "osc.sync": 1, "osc2.pitch": above, "osc2.wave": index(wave)])
  synced.start(0, hertz: hertz)
  let sound = synced.render(84_736).left.suffix(65_536).map(Double.init)
  let bins = Double(sound.count) / 48_000
  let alias = Spectrum(sound).strongestAlias(of: hertz * bins, in: 20..<Int(18_000 * bins))
  #expect(alias < limit, "\(wave) at \(hertz) Hz: \(alias) dB")
}

@Test func `Frequency modulation makes sidebands at the modulator's distance`() {
  func sidebands(_ depth: Double) -> Double {
    let modulated = player([
      "osc.mix": 1, "osc1.wave": 3, "osc2.wave": 3, "osc1.octave": -1, "osc.fm": depth,
    ])
    modulated.start(0, hertz: 800)
    let sound = Array(modulated.render(67_200).left.suffix(48_000))
    return (sound.level(at: 400) + sound.level(at: 1_200)) / sound.level(at: 800)
  }
  #expect(sidebands(0) < 1e-3)
  #expect(sidebands(0.3) > 0.3)
}

@Test func `A wave that is drawn while it plays never steps, and arrives`() {
  let drawn = player(["osc1.wave": index("user"), "wave.x": 0, "wave.y": 0])
  drawn.start(0, hertz: 220)
  let sine = drawn.render(9_600).left.suffix(4_800).map { $0 }
  for turn in 0..<20 {
    drawn.widget("wave.x").set(Double(turn % 3) / 2)
    drawn.widget("harmonic.3").set(Double(turn % 2))
    #expect(drawn.render(997).left.greatestStep < 2.5 * sine.greatestStep)
  }
  drawn.widget("wave.blend").set(1)
  drawn.widget("harmonic.1").set(0)
  drawn.widget("harmonic.3").set(1)
  _ = drawn.render(9_600)
  let sound = drawn.render(48_000).left
  #expect(sound.level(at: 660) > 100 * sound.level(at: 220))
}

@Test(arguments: [("off", 0.0), ("1/4", 8), ("1/8T", 12)])
func `An LFO follows its own rate, or the clock's`(_ name: String, _ sync: Double) {
  let tremolo = player([
    "osc1.wave": 3, "lfo.amp": 1, "lfo.rate": 4, "lfo.sync": sync, "clock.tempo": 150, "lfo.wave": 0,
  ])
  tremolo.start(0, hertz: 1_000)
  let sound = tremolo.render(96_000).left.suffix(86_400)
  let envelope = stride(from: 0, to: sound.count - 480, by: 48).map {
    Array(sound.dropFirst($0).prefix(480)).rms
  }
  let mean = envelope.reduce(0, +) / Double(envelope.count)
  let rising = zip(envelope, envelope.dropFirst()).filter { $0 < mean && $1 >= mean }.count
  let hertz = Double(rising) / 1.8
  let wanted = name == "off" ? 4 : (name == "1/4" ? 2.5 : 7.5)
  #expect(abs(hertz - wanted) < 0.6)
}

@Test(arguments: ["sine", "random"])
func `An LFO in time is where the music is`(_ wave: String) throws {
  func envelope(from quarters: Double) -> [Double] {
    let tremolo = player(["osc1.wave": 3, "lfo.amp": 1, "lfo.sync": 8, "lfo.wave": wave == "sine" ? 0 : 4])
    tremolo.start(0, hertz: 1_000)
    // What it has played before does not matter.
    _ = tremolo.render(32 * 500)
    tremolo.send(.clock(quarters: quarters, perMinute: 120))
    let sound = tremolo.render(96_000).left
    return stride(from: 0, to: 84_000, by: 480).map { Array(sound[$0..<$0 + 480]).rms }
  }
  let (first, again, later) = (envelope(from: 4), envelope(from: 4), envelope(from: 4.5))
  #expect(first == again)
  // Half a quarter note is 12,000 frames.
  for (a, b) in zip(first.dropFirst(25), later) { #expect(abs(a - b) < 0.02) }
  #expect(zip(first, later).contains { abs($0 - $1) > 0.1 })
}

@Test func `An LFO with a delay is not heard before it`() {
  let late = player(["osc1.wave": 3, "lfo2.pitch": 2, "lfo2.rate": 5, "lfo2.delay": 0.5, "lfo2.voice": 1])
  late.start(0, hertz: 1_000)
  let early = late.render(21_600).left.suffix(19_200)
  #expect(abs(Array(early).hertz() - 1_000) < 0.5)
  let levels = (0..<20).map { _ in late.render(2_400).left.hertz() }
  #expect((levels.max() ?? 0) > 1_050 && (levels.min() ?? 9_999) < 950)
}

@Test(arguments: [
  ("velocity", "amp"), ("velocity", "cutoff"), ("key", "pitch"), ("random", "pan"), ("lfo", "mix"),
  ("ampenv", "fm"), ("lfo2", "width"), ("wheel", "resonance"), ("pressure", "osc2.pitch"),
  ("timbre", "osc1.pitch"), ("filterenv", "cutoff"),
])
func `Each source moves each target through the matrix`(_ source: String, _ target: String) {
  func play(_ amount: Double) -> [Float] {
    let player = player(["osc.mix": 0.5, "osc1.wave": 1, "filter.cutoff": 900, "mod.wheel": 0.7])
    let widgets = WidgetSet(player.engine.widgets)
    guard case .choice(let sources) = widgets["matrix.3.source"]?.kind,
      case .choice(let targets) = widgets["matrix.3.target"]?.kind
    else { return [] }
    widgets["matrix.3.source"]?.set(Double(sources.firstIndex(of: source) ?? 0))
    widgets["matrix.3.target"]?.set(Double(targets.firstIndex(of: target) ?? 0))
    widgets["matrix.3.amount"]?.set(amount)
    player.start(0, hertz: 440, gain: 0.6)
    player.send(.voice(.set(VoiceNumber(0), .pressure, 0.5)))
    player.send(.voice(.set(VoiceNumber(0), .timbre, 0.9)))
    let (left, right) = player.render(24_000)
    return zip(left, right).map { $0 + 0.5 * $1 }
  }
  let plain = play(0)
  let moved = play(0.6)
  #expect(plain.count == 24_000 && plain.peak > 0.02 && moved.peak > 0.005)
  #expect(zip(plain, moved).contains { abs($0 - $1) > 0.01 })
}

@Test(arguments: [true, false])
func `A voice that goes to another key begins anew unless it plays legato`(_ isLegato: Bool) {
  let player = player([
    "osc1.wave": 3, "glide.legato": isLegato ? 1 : 0, "amp.decay": 0.1, "amp.sustain": 0.2,
  ])
  player.send(.voice(.set(VoiceNumber(0), .key, 60)))
  player.start(0, hertz: 440)
  player.send(.voice(.set(VoiceNumber(0), .key, 60)))
  let settled = Array(player.render(24_000).left.suffix(2_400)).peak
  player.send(.voice(.set(VoiceNumber(0), .key, 64)))
  player.send(.voice(.set(VoiceNumber(0), .freq, 554.37)))
  let after = player.render(2_400).left.peak
  #expect(isLegato ? after < 1.2 * settled : after > 2 * settled)
}

@Test func `A compressed instrument never passes full scale`() {
  let player = Player(settings: ["compressor.amount": 0.8, "master.volume": 1])
  for voice in 0..<30 { player.start(voice, hertz: 60 + 31 * Double(voice), gain: 1) }
  let (left, right) = player.render(48_000)
  #expect(left.peak < 0.985 && right.peak < 0.985 && left.peak > 0.3)
}

@Test func `An engine has as many voices as it is asked for`() {
  let player = Player(engine: SynthEngine(voices: 600))
  #expect(player.engine.voiceCapacity == 600)
  for voice in 0..<600 { player.start(voice, hertz: 50 + Double(voice), serial: UInt32(voice)) }
  _ = player.render(4_800)
  #expect(player.link.meters.soundingVoices == 600)
  player.send(.silence)
  _ = player.render(4_800)
  #expect(player.link.meters.soundingVoices == 0)
}

@Test(arguments: ["reference", "acid-bass", "string-ensemble", "full"])
func `Wide registers and narrow ones give the same sound`(_ name: String) throws {
  func play(isWide: Bool) throws -> [Float] {
    let patch = try ShippedPatches.patch(name)
    let player = Player(engine: SynthEngine(isWide: isWide)) { _ = patch.apply(to: $0) }
    for voice in 0..<5 { player.start(voice, hertz: 110 * Double(2 + voice), at: Int64(voice * 1_001)) }
    player.release(2, at: 12_000)
    return player.render(24_000).left
  }
  let wide = try play(isWide: true)
  let narrow = try play(isWide: false)
  #expect(wide.peak > 0.05)
  #expect((zip(wide, narrow).map { abs($0 - $1) }.max() ?? 1) < 3e-5)
}
