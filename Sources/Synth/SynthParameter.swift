import DSP
import Widgets

/// Everything that can be set about the sound, in the order in which people see it.
///
/// The names are a contract with mappings and patches: add, never rename.
enum SynthParameter: CaseIterable {
  case osc1Wave, osc1Octave, osc1Detune, osc1Width
  case osc2Wave, osc2Octave, osc2Detune, osc2Width
  case oscMix, noiseLevel
  case filterMode, filterCutoff, filterResonance, filterTracking, filterEnvelope, filterDrive
  case filterAttack, filterDecay, filterSustain, filterRelease
  case ampAttack, ampDecay, ampSustain, ampRelease, ampVelocity
  case lfoRate, lfoPitch, lfoFilter, lfoAmp
  case vibratoDepth, vibratoRate
  case driveAmount
  case chorusMix, chorusRate, chorusDepth
  case delayMix, delayTime, delayFeedback
  case reverbMix, reverbSize, reverbDamping
  case masterVolume, masterPan, masterExpression
  case pitchBend, glideTime
  case osc2Pitch, oscSpread, filterVelocity, lfoWave, pressureVibrato, pressureFilter, timbreFilter

  static var count: Int { @_noLocks get { timbreFilter.index + 1 } }

  /// Its place among all cases.
  var index: Int {
    // A raw value would be the same, by a function that @_noLocks refuses.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The widget of this parameter, at its default.
  func makeWidget() -> Widget {
    switch self {
    case .osc1Wave, .osc1Octave, .osc1Detune, .osc1Width: makeOscillatorWidget("osc1")
    case .osc2Wave, .osc2Octave, .osc2Detune, .osc2Width, .osc2Pitch: makeOscillatorWidget("osc2")
    case .oscMix, .noiseLevel, .oscSpread, .glideTime, .pitchBend: makeSourceWidget()
    case .filterMode, .filterCutoff, .filterResonance, .filterTracking, .filterEnvelope, .filterDrive,
      .filterVelocity:
      makeFilterWidget()
    case .filterAttack, .filterDecay, .filterSustain, .filterRelease: makeEnvelopeWidget("filterenv")
    case .ampAttack, .ampDecay, .ampSustain, .ampRelease, .ampVelocity: makeEnvelopeWidget("amp")
    case .lfoRate, .lfoPitch, .lfoFilter, .lfoAmp, .lfoWave, .vibratoDepth, .vibratoRate, .pressureVibrato,
      .pressureFilter, .timbreFilter:
      makeModulationWidget()
    default: makeEffectWidget()
    }
  }

  private func makeOscillatorWidget(_ section: String) -> Widget {
    switch self {
    case .osc1Wave, .osc2Wave:
      Widget("\(section).wave", kind: .choice(Waveform.allCases.map(\.name)))
    case .osc1Octave, .osc2Octave:
      Widget("\(section).octave", range: -3...3, default: 0, unit: "octaves")
    case .osc1Detune: Widget("\(section).detune", range: -100...100, default: 0, unit: "cents")
    case .osc2Detune: Widget("\(section).detune", range: -100...100, default: 7, unit: "cents")
    case .osc2Pitch: Widget("\(section).pitch", range: -24...24, default: 0, unit: "semitones")
    default: Widget("\(section).width", range: 0.02...0.98, default: 0.5)
    }
  }

  private func makeSourceWidget() -> Widget {
    switch self {
    case .oscMix: Widget("osc.mix", default: 0.5)
    case .oscSpread: Widget("osc.spread", default: 0.3)
    case .noiseLevel: Widget("noise.level", default: 0, curve: .exponential)
    case .pitchBend: Widget("pitch.bend", range: -24...24, default: 0, unit: "semitones")
    default: Widget("glide.time", range: 0...5, default: 0, unit: "s", curve: .exponential)
    }
  }

  private func makeFilterWidget() -> Widget {
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

  private func makeEnvelopeWidget(_ section: String) -> Widget {
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

  private func makeModulationWidget() -> Widget {
    switch self {
    case .lfoRate: Widget("lfo.rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic)
    case .lfoPitch: Widget("lfo.pitch", range: 0...12, default: 0, unit: "semitones", curve: .exponential)
    case .lfoFilter: Widget("lfo.filter", range: 0...5, default: 0, unit: "octaves")
    case .lfoAmp: Widget("lfo.amp", default: 0)
    case .lfoWave: Widget("lfo.wave", kind: .choice(LowFrequencyOscillator.Shape.allCases.map { "\($0)" }))
    case .vibratoDepth:
      Widget("vibrato.depth", range: 0...2, default: 0, unit: "semitones", curve: .exponential)
    case .vibratoRate: Widget("vibrato.rate", range: 0.1...20, default: 5.5, unit: "Hz", curve: .logarithmic)
    case .pressureVibrato:
      Widget("pressure.vibrato", range: 0...2, default: 0.2, unit: "semitones", curve: .exponential)
    case .pressureFilter: Widget("pressure.filter", range: -4...4, default: 1, unit: "octaves")
    default: Widget("timbre.filter", range: -4...4, default: 2, unit: "octaves")
    }
  }

  private func makeEffectWidget() -> Widget {
    switch self {
    case .driveAmount: Widget("drive.amount", default: 0)
    case .chorusMix: Widget("chorus.mix", default: 0)
    case .chorusRate: Widget("chorus.rate", range: 0.05...8, default: 0.6, unit: "Hz", curve: .logarithmic)
    case .chorusDepth: Widget("chorus.depth", default: 0.4)
    case .delayMix: Widget("delay.mix", default: 0)
    case .delayTime: Widget("delay.time", range: 0.02...2, default: 0.36, unit: "s", curve: .logarithmic)
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

/// What the filter lets through.
enum FilterMode: CaseIterable {
  case low, band, high, notch
}
