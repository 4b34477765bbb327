import DSP
import Voices
import Widgets

extension SynthParameter {
  func makeOscillatorWidget(_ section: String) -> Widget {
    switch self {
    case .osc1Wave, .osc2Wave:
      Widget("\(section).wave", kind: .choice(Waveform.allCases.map { $0.name }))
    case .osc1Octave, .osc2Octave:
      Widget("\(section).octave", range: -3...3, default: 0, unit: "octaves")
    case .osc1Detune: Widget("\(section).detune", range: -100...100, default: 0, unit: "cents")
    case .osc2Detune: Widget("\(section).detune", range: -100...100, default: 7, unit: "cents")
    case .osc2Pitch: Widget("\(section).pitch", range: -24...24, default: 0, unit: "semitones")
    case .osc1Unison, .osc2Unison:
      Widget("\(section).unison", range: 1...Double(UnisonOscillator.mostVoices), default: 1, unit: "voices")
    default: Widget("\(section).width", range: 0.02...0.98, default: 0.5)
    }
  }

  func makeSourceWidget() -> Widget {
    switch self {
    case .oscMix: Widget("osc.mix", default: 0.5)
    case .oscSpread: Widget("osc.spread", default: 0.3)
    case .noiseLevel: Widget("noise.level", default: 0, curve: .exponential)
    case .oscSync: Widget("osc.sync", kind: .toggle)
    case .oscFM: Widget("osc.fm", default: 0)
    case .unisonDetune: Widget("unison.detune", range: 0...100, default: 12, unit: "cents")
    case .unisonSpread: Widget("unison.spread", default: 0.5)
    case .glideLegato: Widget("glide.legato", kind: .toggle, default: 1)
    case .pitchBend: Widget("pitch.bend", range: -24...24, default: 0, unit: "semitones")
    default: Widget("glide.time", range: 0...5, default: 0, unit: "s", curve: .exponential)
    }
  }

  func makeFilterWidget() -> Widget {
    switch self {
    case .filterMode: Widget("filter.mode", kind: .choice(FilterMode.allCases.map { "\($0)" }))
    case .filterCutoff:
      Widget("filter.cutoff", range: 20...20_000, default: 2_400, unit: "Hz", curve: .logarithmic)
    case .filterResonance: Widget("filter.resonance", default: 0.15)
    case .filterTracking: Widget("filter.tracking", default: 0.4)
    case .filterEnvelope: Widget("filter.envelope", range: -8...8, default: 1.5, unit: "octaves")
    case .filterDrive: Widget("filter.drive", default: 0)
    default: Widget("filter.velocity", default: 0.4)
    }
  }

  func makeEnvelopeWidget(_ section: String) -> Widget {
    switch self {
    case .filterAttack, .ampAttack: Self.time("\(section).attack", default: 0.004)
    case .filterDecay, .ampDecay: Self.time("\(section).decay", default: 0.9)
    case .filterSustain: Widget("\(section).sustain", default: 0.3)
    case .ampSustain: Widget("\(section).sustain", default: 0.7)
    case .filterRelease, .ampRelease: Self.time("\(section).release", default: 0.4)
    default: Widget("\(section).velocity", default: 0.7)
    }
  }

  private static func time(_ name: String, default start: Double) -> Widget {
    Widget(name, range: 0.001...20, default: start, unit: "s", curve: .logarithmic)
  }

  func makeLFOWidget(_ section: String) -> Widget {
    switch self {
    case .lfoRate, .lfo2Rate:
      Widget("\(section).rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic)
    case .lfoPitch, .lfo2Pitch:
      Widget("\(section).pitch", range: 0...12, default: 0, unit: "semitones", curve: .exponential)
    case .lfoFilter, .lfo2Filter: Widget("\(section).filter", range: 0...5, default: 0, unit: "octaves")
    case .lfoAmp, .lfo2Amp: Widget("\(section).amp", default: 0)
    case .lfoDelay, .lfo2Delay:
      Widget("\(section).delay", range: 0...5, default: 0, unit: "s", curve: .exponential)
    case .lfoSync, .lfo2Sync: Widget("\(section).sync", kind: .choice(Tempo.names))
    case .lfoVoice, .lfo2Voice: Widget("\(section).voice", kind: .toggle)
    default:
      Widget("\(section).wave", kind: .choice(LowFrequencyOscillator.Shape.allCases.map { "\($0)" }))
    }
  }

  /// The wave that people draw.
  func makeWaveWidget() -> Widget {
    let pad = XYPad("wave", default: (0, 1))
    switch self {
    case .waveX: return pad.x
    case .waveY: return pad.y
    case .waveBlend: return Widget("wave.blend", default: 0)
    default:
      let bar = index - Self.harmonic1.index
      return MultiSlider("harmonic", count: 16, default: bar == 0 ? 1 : 0).bars[bar]
    }
  }

  func makeMatrixWidget() -> Widget {
    let place = index - Self.matrix1Source.index
    let slot = "matrix.\(place / 3 + 1)"
    return switch place % 3 {
    case 0: Widget("\(slot).source", kind: .choice(ModulationMatrix.Source.allCases.map { "\($0)" }))
    case 1: Widget("\(slot).target", kind: .choice(ModulationMatrix.Target.allCases.map { $0.name }))
    default: Widget("\(slot).amount", range: -1...1, default: 0)
    }
  }

  func makeModulationWidget() -> Widget {
    switch self {
    case .modWheel: Widget("mod.wheel", default: 0)
    case .vibratoDepth:
      Widget("vibrato.depth", range: 0...2, default: 0, unit: "semitones", curve: .exponential)
    case .vibratoRate: Widget("vibrato.rate", range: 0.1...20, default: 5.5, unit: "Hz", curve: .logarithmic)
    case .pressureVibrato:
      Widget("pressure.vibrato", range: 0...2, default: 0.2, unit: "semitones", curve: .exponential)
    case .pressureFilter: Widget("pressure.filter", range: -4...4, default: 1, unit: "octaves")
    default: Widget("timbre.filter", range: -4...4, default: 2, unit: "octaves")
    }
  }

  func makeEffectWidget() -> Widget {
    switch self {
    case .driveAmount: Widget("drive.amount", default: 0)
    case .chorusMix: Widget("chorus.mix", default: 0)
    case .chorusRate: Widget("chorus.rate", range: 0.05...8, default: 0.6, unit: "Hz", curve: .logarithmic)
    case .chorusDepth: Widget("chorus.depth", default: 0.4)
    case .delayMix: Widget("delay.mix", default: 0)
    case .delayTime: Widget("delay.time", range: 0.02...2, default: 0.36, unit: "s", curve: .logarithmic)
    case .delaySync: Widget("delay.sync", kind: .choice(Tempo.names))
    case .clockTempo: Widget("clock.tempo", range: 20...300, default: 120, unit: "bpm")
    case .compressorAmount: Widget("compressor.amount", default: 0)
    case .delayFeedback: Widget("delay.feedback", range: 0...0.95, default: 0.35)
    case .reverbMix: Widget("reverb.mix", default: 0.15)
    case .reverbSize: Widget("reverb.size", default: 0.5)
    case .reverbDamping: Widget("reverb.damping", default: 0.4)
    case .masterVolume: Widget("master.volume", default: 0.7)
    case .masterPan: Widget("master.pan", range: -1...1, default: 0)
    default: Widget("master.expression", default: 1)
    }
  }
}
