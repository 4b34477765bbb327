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

  /// Its place among all cases.
  var index: Int {
    // A raw value would be the same, by a function that @_noLocks refuses.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The widget of this parameter, at its default.
  func makeWidget() -> Widget {
    if index >= Self.matrix1Source.index && index <= Self.matrix8Amount.index { return makeMatrixWidget() }
    if index >= Self.waveX.index && index <= Self.harmonic16.index { return makeWaveWidget() }
    return switch self {
    case .osc1Wave, .osc1Octave, .osc1Detune, .osc1Width, .osc1Unison: makeOscillatorWidget("osc1")
    case .osc2Wave, .osc2Octave, .osc2Detune, .osc2Width, .osc2Pitch, .osc2Unison:
      makeOscillatorWidget("osc2")
    case .oscMix, .noiseLevel, .oscSpread, .glideTime, .pitchBend, .unisonDetune, .unisonSpread, .oscSync,
      .oscFM,
      .glideLegato:
      makeSourceWidget()
    case .filterMode, .filterCutoff, .filterResonance, .filterTracking, .filterEnvelope, .filterDrive,
      .filterVelocity:
      makeFilterWidget()
    case .filterAttack, .filterDecay, .filterSustain, .filterRelease: makeEnvelopeWidget("filterenv")
    case .ampAttack, .ampDecay, .ampSustain, .ampRelease, .ampVelocity: makeEnvelopeWidget("amp")
    case .lfoRate, .lfoPitch, .lfoFilter, .lfoAmp, .lfoWave, .lfoDelay, .lfoSync, .lfoVoice:
      makeLFOWidget("lfo")
    case .lfo2Rate, .lfo2Pitch, .lfo2Filter, .lfo2Amp, .lfo2Wave, .lfo2Delay, .lfo2Sync, .lfo2Voice:
      makeLFOWidget("lfo2")
    case .vibratoDepth, .vibratoRate, .pressureVibrato, .pressureFilter, .timbreFilter, .modWheel:
      makeModulationWidget()
    default: makeEffectWidget()
    }
  }
}

/// What the filter lets through.
enum FilterMode: CaseIterable {
  case low, band, high, notch
  /// The low pass of four poles.
  case ladder

  /// Its number among all modes.
  var place: Int { @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) } }
}
