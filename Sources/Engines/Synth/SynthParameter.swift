import SpinetDSP
import SpinetVoices
import SpinetWidgets

/// The parameters of the synth's voices and of its output, in the order in which they are shown.
///
/// A new parameter is a case at the end and its row in the table. The names are a contract with mappings and
/// patches: add, never rename. Effects have their own parameters, in the folder Effects.
enum SynthParameter: CaseIterable {
  case osc1Wave, osc1Octave, osc1Detune, osc1Width
  case osc2Wave, osc2Octave, osc2Detune, osc2Width
  case oscMix, noiseLevel
  case filterMode, filterCutoff, filterResonance, filterTracking, filterEnvelope, filterDrive
  case filterAttack, filterDecay, filterSustain, filterRelease
  case ampAttack, ampDecay, ampSustain, ampRelease, ampVelocity
  case lfoRate, lfoPitch, lfoFilter, lfoAmp
  case vibratoDepth, vibratoRate
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
  case glideLegato, clockTempo, compressorAmount

  static var count: Int { @_noLocks get { compressorAmount.index + 1 } }

  /// The index among all cases.
  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }
}

/// Rows that several parameters share.
extension SynthParameter {
  static func choice(_ name: String, _ choices: [String], about: String) -> Widget {
    Widget(name, kind: .choice(choices), about: about)
  }

  /// The time of an envelope's stage.
  static func stage(_ name: String, default start: Double, about: String) -> Widget {
    Widget(name, range: 0.001...20, default: start, unit: "s", curve: .logarithmic, about: about)
  }

  static func harmonic(_ number: Int, default start: Double = 0) -> Widget {
    Widget(
      "harmonic.\(number)", default: start,
      about: "The harmonic of this number in the drawn wave; its amplitude is the square of this.")
  }

  static func matrixSource(_ line: Int) -> Widget {
    choice(
      "matrix.\(line).source", ModulationMatrix.Source.allCases.map { "\($0)" },
      about: "What moves the target of this line of the matrix.")
  }

  static func matrixTarget(_ line: Int) -> Widget {
    choice(
      "matrix.\(line).target", ModulationMatrix.Target.allCases.map { $0.name },
      about: "What this line of the matrix moves.")
  }

  static func matrixAmount(_ line: Int) -> Widget {
    Widget(
      "matrix.\(line).amount", range: -1...1, default: 0,
      about: "How far the source moves the target, up or down.")
  }

  static var waveforms: [String] { Waveform.allCases.map { $0.name } }
  static var lfoShapes: [String] { LowFrequencyOscillator.Shape.allCases.map { "\($0)" } }
  static var maxUnison: Double { Double(UnisonOscillator.maxVoices) }
}

enum FilterMode: CaseIterable {
  case low, band, high, notch
  /// A four-pole low pass.
  case ladder

  /// The index among all cases.
  var index: Int { @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) } }
}
