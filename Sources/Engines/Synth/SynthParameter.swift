import SpinetDSP
import SpinetVoices
import SpinetWidgets

/// The parameters of the synth, in the order in which they are shown.
///
/// A new parameter is a case at the end and its row in `makeWidget`. The names are a contract with mappings and
/// patches: add, never rename.
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
  case osc1Unison, osc2Unison, unisonDetune, unisonSpread, oscSync, oscFM
  case waveX, waveY, waveBlend
  case harmonic1, harmonic2, harmonic3, harmonic4, harmonic5, harmonic6, harmonic7, harmonic8
  case harmonic9, harmonic10, harmonic11, harmonic12, harmonic13, harmonic14, harmonic15, harmonic16
  case lfoDelay, lfoSync, lfoVoice
  case lfo2Wave, lfo2Rate, lfo2Pitch, lfo2Filter, lfo2Amp, lfo2Delay, lfo2Sync, lfo2Voice
  case modWheel
  case matrix1Source, matrix1Target, matrix1Amount, matrix2Source, matrix2Target, matrix2Amount
  case matrix3Source, matrix3Target, matrix3Amount, matrix4Source, matrix4Target, matrix4Amount
  case matrix5Source, matrix5Target, matrix5Amount, matrix6Source, matrix6Target, matrix6Amount
  case matrix7Source, matrix7Target, matrix7Amount, matrix8Source, matrix8Target, matrix8Amount
  case glideLegato, clockTempo, delaySync, compressorAmount

  static var count: Int { @_noLocks get { compressorAmount.index + 1 } }

  /// The position among all cases.
  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The table of all parameters, a row for each: name, kind, range, default, unit and curve. What a row does not
  /// say is a slider from 0 to 1 that starts at its lower end.
  func makeWidget() -> Widget {
    switch self {
    case .osc1Wave: Self.choice("osc1.wave", Self.waveforms)
    case .osc1Octave: Widget("osc1.octave", range: -3...3, default: 0, unit: "octaves")
    case .osc1Detune: Widget("osc1.detune", range: -100...100, default: 0, unit: "cents")
    case .osc1Width: Widget("osc1.width", range: 0.02...0.98, default: 0.5)
    case .osc2Wave: Self.choice("osc2.wave", Self.waveforms)
    case .osc2Octave: Widget("osc2.octave", range: -3...3, default: 0, unit: "octaves")
    case .osc2Detune: Widget("osc2.detune", range: -100...100, default: 7, unit: "cents")
    case .osc2Width: Widget("osc2.width", range: 0.02...0.98, default: 0.5)
    case .oscMix: Widget("osc.mix", default: 0.5)
    case .noiseLevel: Widget("noise.level", curve: .exponential)

    case .filterMode: Self.choice("filter.mode", FilterMode.allCases.map { "\($0)" })
    case .filterCutoff:
      Widget("filter.cutoff", range: 20...20_000, default: 2_400, unit: "Hz", curve: .logarithmic)
    case .filterResonance: Widget("filter.resonance", default: 0.15)
    case .filterTracking: Widget("filter.tracking", default: 0.4)
    case .filterEnvelope: Widget("filter.envelope", range: -8...8, default: 1.5, unit: "octaves")
    case .filterDrive: Widget("filter.drive")
    case .filterAttack: Self.stage("filterenv.attack", default: 0.004)
    case .filterDecay: Self.stage("filterenv.decay", default: 0.9)
    case .filterSustain: Widget("filterenv.sustain", default: 0.3)
    case .filterRelease: Self.stage("filterenv.release", default: 0.4)
    case .ampAttack: Self.stage("amp.attack", default: 0.004)
    case .ampDecay: Self.stage("amp.decay", default: 0.9)
    case .ampSustain: Widget("amp.sustain", default: 0.7)
    case .ampRelease: Self.stage("amp.release", default: 0.4)
    case .ampVelocity: Widget("amp.velocity", default: 0.7)

    case .lfoRate: Widget("lfo.rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic)
    case .lfoPitch: Widget("lfo.pitch", range: 0...12, unit: "semitones", curve: .exponential)
    case .lfoFilter: Widget("lfo.filter", range: 0...5, unit: "octaves")
    case .lfoAmp: Widget("lfo.amp")
    case .vibratoDepth: Widget("vibrato.depth", range: 0...2, unit: "semitones", curve: .exponential)
    case .vibratoRate: Widget("vibrato.rate", range: 0.1...20, default: 5.5, unit: "Hz", curve: .logarithmic)

    case .driveAmount: Widget("drive.amount")
    case .chorusMix: Widget("chorus.mix")
    case .chorusRate: Widget("chorus.rate", range: 0.05...8, default: 0.6, unit: "Hz", curve: .logarithmic)
    case .chorusDepth: Widget("chorus.depth", default: 0.4)
    case .delayMix: Widget("delay.mix")
    case .delayTime: Widget("delay.time", range: 0.02...2, default: 0.36, unit: "s", curve: .logarithmic)
    case .delayFeedback: Widget("delay.feedback", range: 0...0.95, default: 0.35)
    case .reverbMix: Widget("reverb.mix", default: 0.15)
    case .reverbSize: Widget("reverb.size", default: 0.5)
    case .reverbDamping: Widget("reverb.damping", default: 0.4)
    case .masterVolume: Widget("master.volume", default: 0.7)
    case .masterPan: Widget("master.pan", range: -1...1, default: 0)
    case .masterExpression: Widget("master.expression", default: 1)

    case .pitchBend: Widget("pitch.bend", range: -24...24, default: 0, unit: "semitones")
    case .glideTime: Widget("glide.time", range: 0...5, unit: "s", curve: .exponential)
    case .osc2Pitch: Widget("osc2.pitch", range: -24...24, default: 0, unit: "semitones")
    case .oscSpread: Widget("osc.spread", default: 0.3)
    case .filterVelocity: Widget("filter.velocity", default: 0.4)
    case .lfoWave: Self.choice("lfo.wave", Self.lfoShapes)
    case .pressureVibrato:
      Widget("pressure.vibrato", range: 0...2, default: 0.2, unit: "semitones", curve: .exponential)
    case .pressureFilter: Widget("pressure.filter", range: -4...4, default: 1, unit: "octaves")
    case .timbreFilter: Widget("timbre.filter", range: -4...4, default: 2, unit: "octaves")
    case .osc1Unison: Widget("osc1.unison", range: 1...Self.maxUnison, default: 1, unit: "voices")
    case .osc2Unison: Widget("osc2.unison", range: 1...Self.maxUnison, default: 1, unit: "voices")
    case .unisonDetune: Widget("unison.detune", range: 0...100, default: 12, unit: "cents")
    case .unisonSpread: Widget("unison.spread", default: 0.5)
    case .oscSync: Widget("osc.sync", kind: .toggle)
    case .oscFM: Widget("osc.fm")

    case .waveX: Widget("wave.x", default: 0)
    case .waveY: Widget("wave.y", default: 1)
    case .waveBlend: Widget("wave.blend")
    case .harmonic1: Widget("harmonic.1", default: 1)
    case .harmonic2: Widget("harmonic.2")
    case .harmonic3: Widget("harmonic.3")
    case .harmonic4: Widget("harmonic.4")
    case .harmonic5: Widget("harmonic.5")
    case .harmonic6: Widget("harmonic.6")
    case .harmonic7: Widget("harmonic.7")
    case .harmonic8: Widget("harmonic.8")
    case .harmonic9: Widget("harmonic.9")
    case .harmonic10: Widget("harmonic.10")
    case .harmonic11: Widget("harmonic.11")
    case .harmonic12: Widget("harmonic.12")
    case .harmonic13: Widget("harmonic.13")
    case .harmonic14: Widget("harmonic.14")
    case .harmonic15: Widget("harmonic.15")
    case .harmonic16: Widget("harmonic.16")

    case .lfoDelay: Widget("lfo.delay", range: 0...5, unit: "s", curve: .exponential)
    case .lfoSync: Self.choice("lfo.sync", Tempo.names)
    case .lfoVoice: Widget("lfo.voice", kind: .toggle)
    case .lfo2Wave: Self.choice("lfo2.wave", Self.lfoShapes)
    case .lfo2Rate: Widget("lfo2.rate", range: 0.02...40, default: 2, unit: "Hz", curve: .logarithmic)
    case .lfo2Pitch: Widget("lfo2.pitch", range: 0...12, unit: "semitones", curve: .exponential)
    case .lfo2Filter: Widget("lfo2.filter", range: 0...5, unit: "octaves")
    case .lfo2Amp: Widget("lfo2.amp")
    case .lfo2Delay: Widget("lfo2.delay", range: 0...5, unit: "s", curve: .exponential)
    case .lfo2Sync: Self.choice("lfo2.sync", Tempo.names)
    case .lfo2Voice: Widget("lfo2.voice", kind: .toggle)
    case .modWheel: Widget("mod.wheel")

    case .matrix1Source: Self.choice("matrix.1.source", Self.sources)
    case .matrix1Target: Self.choice("matrix.1.target", Self.targets)
    case .matrix1Amount: Widget("matrix.1.amount", range: -1...1, default: 0)
    case .matrix2Source: Self.choice("matrix.2.source", Self.sources)
    case .matrix2Target: Self.choice("matrix.2.target", Self.targets)
    case .matrix2Amount: Widget("matrix.2.amount", range: -1...1, default: 0)
    case .matrix3Source: Self.choice("matrix.3.source", Self.sources)
    case .matrix3Target: Self.choice("matrix.3.target", Self.targets)
    case .matrix3Amount: Widget("matrix.3.amount", range: -1...1, default: 0)
    case .matrix4Source: Self.choice("matrix.4.source", Self.sources)
    case .matrix4Target: Self.choice("matrix.4.target", Self.targets)
    case .matrix4Amount: Widget("matrix.4.amount", range: -1...1, default: 0)
    case .matrix5Source: Self.choice("matrix.5.source", Self.sources)
    case .matrix5Target: Self.choice("matrix.5.target", Self.targets)
    case .matrix5Amount: Widget("matrix.5.amount", range: -1...1, default: 0)
    case .matrix6Source: Self.choice("matrix.6.source", Self.sources)
    case .matrix6Target: Self.choice("matrix.6.target", Self.targets)
    case .matrix6Amount: Widget("matrix.6.amount", range: -1...1, default: 0)
    case .matrix7Source: Self.choice("matrix.7.source", Self.sources)
    case .matrix7Target: Self.choice("matrix.7.target", Self.targets)
    case .matrix7Amount: Widget("matrix.7.amount", range: -1...1, default: 0)
    case .matrix8Source: Self.choice("matrix.8.source", Self.sources)
    case .matrix8Target: Self.choice("matrix.8.target", Self.targets)
    case .matrix8Amount: Widget("matrix.8.amount", range: -1...1, default: 0)

    case .glideLegato: Widget("glide.legato", kind: .toggle, default: 1)
    case .clockTempo: Widget("clock.tempo", range: 20...300, default: 120, unit: "bpm")
    case .delaySync: Self.choice("delay.sync", Tempo.names)
    case .compressorAmount: Widget("compressor.amount")
    }
  }

  private static func choice(_ name: String, _ choices: [String]) -> Widget {
    Widget(name, kind: .choice(choices))
  }

  /// The time of an envelope's stage.
  private static func stage(_ name: String, default start: Double) -> Widget {
    Widget(name, range: 0.001...20, default: start, unit: "s", curve: .logarithmic)
  }

  private static var waveforms: [String] { Waveform.allCases.map { $0.name } }
  private static var lfoShapes: [String] { LowFrequencyOscillator.Shape.allCases.map { "\($0)" } }
  private static var sources: [String] { ModulationMatrix.Source.allCases.map { "\($0)" } }
  private static var targets: [String] { ModulationMatrix.Target.allCases.map { $0.name } }
  private static var maxUnison: Double { Double(UnisonOscillator.maxVoices) }
}

enum FilterMode: CaseIterable {
  case low, band, high, notch
  /// A four-pole low pass.
  case ladder

  /// The position among all cases.
  var index: Int { @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) } }
}
