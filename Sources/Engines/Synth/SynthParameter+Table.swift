import SpinetDSP
import SpinetEngine
import SpinetWidgets

extension SynthParameter {
  /// The table, with one row per parameter: name, kind, range, default, unit, curve and meaning. By default, a
  /// parameter is a slider from 0 to 1 that starts at 0.
  func makeWidget() -> Widget {
    switch self {
    case .osc1Wave:
      Self.choice("osc1.wave", Self.waveforms, about: "The shape of the first oscillator's wave.")
    case .osc1Octave:
      Widget(
        "osc1.octave", range: -3...3, default: 0, unit: "octaves",
        about: "The pitch of the first oscillator, in octaves above or below the key.")
    case .osc1Detune:
      Widget(
        "osc1.detune", range: -100...100, default: 0, unit: "cents",
        about: "The fine pitch of the first oscillator.")
    case .osc1Width:
      Widget(
        "osc1.width", range: 0.02...0.98, default: 0.5,
        about: "How much of a period the first oscillator's pulse is up; 0.5 is a square.")
    case .osc2Wave:
      Self.choice("osc2.wave", Self.waveforms, about: "The shape of the second oscillator's wave.")
    case .osc2Octave:
      Widget(
        "osc2.octave", range: -3...3, default: 0, unit: "octaves",
        about: "The pitch of the second oscillator, in octaves above or below the key.")
    case .osc2Detune:
      Widget(
        "osc2.detune", range: -100...100, default: 7, unit: "cents",
        about: "The fine pitch of the second oscillator; a little makes both beat.")
    case .osc2Width:
      Widget(
        "osc2.width", range: 0.02...0.98, default: 0.5,
        about: "How much of a period the second oscillator's pulse is up; 0.5 is a square.")
    case .oscMix:
      Widget("osc.mix", default: 0.5, about: "0 is the first oscillator alone, 1 the second alone.")
    case .noiseLevel:
      Widget("noise.level", curve: .exponential, about: "How loud noise sounds beside the oscillators.")
    case .filterMode:
      Self.choice(
        "filter.mode", FilterMode.allCases.map { "\($0)" },
        about: "Which frequencies the filter lets through.")
    case .filterCutoff:
      Widget(
        "filter.cutoff", range: 20...20_000, default: 2_400, unit: "Hz", curve: .logarithmic,
        about: "The frequency at which the filter begins to work.")
    case .filterResonance:
      Widget(
        "filter.resonance", default: 0.15,
        about: "How much the filter emphasizes the frequencies around its cutoff.")
    case .filterTracking:
      Widget(
        "filter.tracking", default: 0.4,
        about: "How far the cutoff follows the key; at 1 as far as the pitch.")
    case .filterEnvelope:
      Widget(
        "filter.envelope", range: -8...8, default: 1.5, unit: "octaves",
        about: "How far the filter's envelope moves the cutoff, up or down.")
    case .filterDrive:
      Widget("filter.drive", about: "How hard the sound is driven into the filter.")
    case .filterAttack:
      Self.stage(
        "filterenv.attack", default: 0.004, about: "How long the filter's envelope takes to its top.")
    case .filterDecay:
      Self.stage("filterenv.decay", default: 0.9, about: "How long the filter's envelope falls from its top.")
    case .filterSustain:
      Widget(
        "filterenv.sustain", default: 0.3, about: "Where the filter's envelope stays while the key is held.")
    case .filterRelease:
      Self.stage(
        "filterenv.release", default: 0.4,
        about: "How long the filter's envelope falls after the key is let go.")
    case .ampAttack:
      Self.stage("amp.attack", default: 0.004, about: "How long a note takes to its full loudness.")
    case .ampDecay:
      Self.stage("amp.decay", default: 0.9, about: "How long a note falls from its full loudness.")
    case .ampSustain:
      Widget("amp.sustain", default: 0.7, about: "How loud a note stays while the key is held.")
    case .ampRelease:
      Self.stage("amp.release", default: 0.4, about: "How long a note rings after the key is let go.")
    case .ampVelocity:
      Widget(
        "amp.velocity", default: 0.7,
        about: "How much softer a soft touch is; at 0 all notes are equally loud.")
    case .lfoRate:
      Widget(
        "lfo.rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic,
        about: "How fast the first LFO swings.")
    case .lfoPitch:
      Widget(
        "lfo.pitch", range: 0...12, unit: "semitones", curve: .exponential,
        about: "How far the first LFO moves the pitch.")
    case .lfoFilter:
      Widget("lfo.filter", range: 0...5, unit: "octaves", about: "How far the first LFO moves the cutoff.")
    case .lfoAmp:
      Widget("lfo.amp", about: "How much softer the first LFO makes the sound as it swings.")
    case .vibratoDepth:
      Widget(
        "vibrato.depth", range: 0...2, unit: "semitones", curve: .exponential,
        about: "How far the vibrato moves the pitch.")
    case .vibratoRate:
      Widget(
        "vibrato.rate", range: 0.1...20, default: 5.5, unit: "Hz", curve: .logarithmic,
        about: "How fast the vibrato swings.")
    case .masterVolume: .masterVolume(default: 0.7)
    case .masterPan: .masterPan
    case .masterExpression: .masterExpression
    case .pitchBend: .pitchBend
    case .glideTime:
      Widget(
        "glide.time", range: 0...5, unit: "s", curve: .exponential,
        about: "How long the pitch slides from one note to the next.")
    case .osc2Pitch:
      Widget(
        "osc2.pitch", range: -24...24, default: 0, unit: "semitones",
        about: "The pitch of the second oscillator above or below the first.")
    case .oscSpread:
      Widget(
        "osc.spread", default: 0.3, about: "How far notes stand apart between left and right.")
    case .filterVelocity:
      Widget(
        "filter.velocity", default: 0.4, about: "How much less a soft touch moves the cutoff by its envelope."
      )
    case .lfoWave:
      Self.choice("lfo.wave", Self.lfoShapes, about: "The shape of the first LFO.")
    case .pressureVibrato:
      Widget(
        "pressure.vibrato", range: 0...2, default: 0.2, unit: "semitones", curve: .exponential,
        about: "How much vibrato pressure on a held key adds.")
    case .pressureFilter:
      Widget(
        "pressure.filter", range: -4...4, default: 1, unit: "octaves",
        about: "How far pressure on a held key moves the cutoff.")
    case .timbreFilter:
      Widget(
        "timbre.filter", range: -4...4, default: 2, unit: "octaves",
        about: "How far a finger's timbre (CC 74 or its position on a key) moves the cutoff.")
    case .osc1Unison:
      Widget(
        "osc1.unison", range: 1...Self.maxUnison, default: 1, unit: "voices",
        about: "How many copies of the first oscillator sound together.")
    case .osc2Unison:
      Widget(
        "osc2.unison", range: 1...Self.maxUnison, default: 1, unit: "voices",
        about: "How many copies of the second oscillator sound together.")
    case .unisonDetune:
      Widget(
        "unison.detune", range: 0...100, default: 12, unit: "cents",
        about: "How far the copies of an oscillator are out of tune.")
    case .unisonSpread:
      Widget(
        "unison.spread", default: 0.5,
        about: "How far the copies of an oscillator stand apart between left and right.")
    case .oscSync:
      Widget(
        "osc.sync", kind: .toggle,
        about: "Restarts the second oscillator's period with each period of the first.")
    case .oscFM:
      Widget("osc.fm", about: "How far the first oscillator moves the second one's phase.")
    case .waveX:
      Widget(
        "wave.x", default: 0, about: "Moves the drawn wave from saw to square, or from sine to triangle.")
    case .waveY:
      Widget(
        "wave.y", default: 0, about: "Moves the drawn wave from saw to sine, or from square to triangle.")
    case .waveBlend:
      Widget("wave.blend", about: "0 is the drawn wave of wave.x and wave.y, 1 the sum of its harmonics.")
    case .harmonic1: Self.harmonic(1, default: 1)
    case .harmonic2: Self.harmonic(2)
    case .harmonic3: Self.harmonic(3)
    case .harmonic4: Self.harmonic(4)
    case .harmonic5: Self.harmonic(5)
    case .harmonic6: Self.harmonic(6)
    case .harmonic7: Self.harmonic(7)
    case .harmonic8: Self.harmonic(8)
    case .harmonic9: Self.harmonic(9)
    case .harmonic10: Self.harmonic(10)
    case .harmonic11: Self.harmonic(11)
    case .harmonic12: Self.harmonic(12)
    case .harmonic13: Self.harmonic(13)
    case .harmonic14: Self.harmonic(14)
    case .harmonic15: Self.harmonic(15)
    case .harmonic16: Self.harmonic(16)
    case .lfoDelay:
      Widget(
        "lfo.delay", range: 0...5, unit: "s", curve: .exponential,
        about: "How long the first LFO waits after the key is struck.")
    case .lfoSync:
      Self.choice(
        "lfo.sync", Tempo.names,
        about: "The period of the first LFO as a note length; off uses lfo.rate.")
    case .lfoVoice:
      Widget(
        "lfo.voice", kind: .toggle,
        about: "Whether each note has a first LFO of its own, which begins with it.")
    case .lfo2Wave:
      Self.choice("lfo2.wave", Self.lfoShapes, about: "The shape of the second LFO.")
    case .lfo2Rate:
      Widget(
        "lfo2.rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic,
        about: "How fast the second LFO swings.")
    case .lfo2Pitch:
      Widget(
        "lfo2.pitch", range: 0...12, unit: "semitones", curve: .exponential,
        about: "How far the second LFO moves the pitch.")
    case .lfo2Filter:
      Widget("lfo2.filter", range: 0...5, unit: "octaves", about: "How far the second LFO moves the cutoff.")
    case .lfo2Amp:
      Widget("lfo2.amp", about: "How much softer the second LFO makes the sound as it swings.")
    case .lfo2Delay:
      Widget(
        "lfo2.delay", range: 0...5, unit: "s", curve: .exponential,
        about: "How long the second LFO waits after the key is struck.")
    case .lfo2Sync:
      Self.choice(
        "lfo2.sync", Tempo.names,
        about: "The period of the second LFO as a note length; off uses lfo2.rate.")
    case .lfo2Voice:
      Widget(
        "lfo2.voice", kind: .toggle,
        about: "Whether each note has a second LFO of its own, which begins with it.")
    case .modWheel:
      Widget("mod.wheel", about: "The modulation wheel, a source of the matrix.")
    case .matrix1Source: Self.matrixSource(1)
    case .matrix1Target: Self.matrixTarget(1)
    case .matrix1Amount: Self.matrixAmount(1)
    case .matrix2Source: Self.matrixSource(2)
    case .matrix2Target: Self.matrixTarget(2)
    case .matrix2Amount: Self.matrixAmount(2)
    case .matrix3Source: Self.matrixSource(3)
    case .matrix3Target: Self.matrixTarget(3)
    case .matrix3Amount: Self.matrixAmount(3)
    case .matrix4Source: Self.matrixSource(4)
    case .matrix4Target: Self.matrixTarget(4)
    case .matrix4Amount: Self.matrixAmount(4)
    case .matrix5Source: Self.matrixSource(5)
    case .matrix5Target: Self.matrixTarget(5)
    case .matrix5Amount: Self.matrixAmount(5)
    case .matrix6Source: Self.matrixSource(6)
    case .matrix6Target: Self.matrixTarget(6)
    case .matrix6Amount: Self.matrixAmount(6)
    case .matrix7Source: Self.matrixSource(7)
    case .matrix7Target: Self.matrixTarget(7)
    case .matrix7Amount: Self.matrixAmount(7)
    case .matrix8Source: Self.matrixSource(8)
    case .matrix8Target: Self.matrixTarget(8)
    case .matrix8Amount: Self.matrixAmount(8)
    case .glideLegato:
      Widget(
        "glide.legato", kind: .toggle, default: 1,
        about: "Whether a note played while another is held continues without a new attack.")
    case .clockTempo:
      Widget(
        "clock.tempo", range: 20...300, default: 120, unit: "bpm", isOpen: true, limits: 1...999,
        about: "The tempo that LFOs and echoes follow; a MIDI clock moves it.")
    case .compressorAmount:
      Widget("compressor.amount", about: "How much the difference between loud and soft is reduced.")
    }
  }
}
