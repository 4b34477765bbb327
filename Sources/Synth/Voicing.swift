import CRealtime
import DSP

/// What one control step means to every voice alike.
struct Voicing: BitwiseCopyable {
  var firstWave = WaveChoice()
  var secondWave = WaveChoice()
  /// Octaves added to each oscillator's pitch.
  var firstPitch: Float = 0
  var secondPitch: Float = 0
  /// Octaves of vibrato now, −1–1, and how much of it the wheel asks for.
  var vibrato: Float = 0
  var vibratoDepth: Float = 0
  var pressureVibrato: Float = 0
  var cutoff: Float = 0
  var tracking: Float = 0
  var filterEnvelope: Float = 0
  var filterVelocity: Float = 0
  var pressureFilter: Float = 0
  var timbreFilter: Float = 0
  var damping: Float = 1
  var ampVelocity: Float = 0
  var amplitude: Float = 1
  var glidePace: Float = 1
  var spread: Float = 0
  var amp: EnvelopeShape
  var filter: EnvelopeShape
  /// Halvings per frame of a fade of 3 ms.
  var fadeRate: Float

  /// The index of an oscillator's waveform and, for pulses, its width in 2⁻³² cycles.
  struct WaveChoice: BitwiseCopyable {
    var index = 0
    var isPulse = false
    var width: UInt32 = 0
  }

  @_noLocks init(_ controls: Controls, modulation: Modulation, stepFrames: Float) {
    amp = controls.envelope(.ampAttack, .ampDecay, .ampSustain, .ampRelease)
    filter = controls.envelope(.filterAttack, .filterDecay, .filterSustain, .filterRelease)
    fadeRate = controls.secondsPerFrame / 0.003
    setPitch(controls, modulation)
    setFilter(controls, modulation)
    ampVelocity = controls[.ampVelocity]
    spread = controls[.oscSpread]
    // A half, under a volume of 0.7, leaves room for a chord; tremolo only takes away.
    amplitude = 0.5 * (1 - controls[.lfoAmp] * (0.5 - 0.5 * modulation.lfo))
    // Three quarters of the interval in half the time.
    let glide = controls[.glideTime]
    glidePace = glide < 0.001 ? 1 : 1 - FastMath.exp2(-4 * stepFrames * controls.secondsPerFrame / glide)
    firstWave = Self.wave(controls, .osc1Wave, .osc1Width)
    secondWave = Self.wave(controls, .osc2Wave, .osc2Width)
  }

  @_noLocks private mutating func setPitch(_ controls: Controls, _ modulation: Modulation) {
    let common = (controls[.pitchBend] + controls[.lfoPitch] * modulation.lfo) / 12
    firstPitch = common + controls[.osc1Octave] + controls[.osc1Detune] / 1200
    secondPitch =
      common + controls[.osc2Octave] + controls[.osc2Detune] / 1200 + controls[.osc2Pitch] / 12
    vibrato = modulation.vibrato / 12
    vibratoDepth = controls[.vibratoDepth]
    pressureVibrato = controls[.pressureVibrato]
  }

  @_noLocks private mutating func setFilter(_ controls: Controls, _ modulation: Modulation) {
    cutoff = controls[.filterCutoff] + controls[.lfoFilter] * modulation.lfo
    tracking = controls[.filterTracking]
    filterEnvelope = controls[.filterEnvelope]
    filterVelocity = controls[.filterVelocity]
    pressureFilter = controls[.pressureFilter]
    timbreFilter = controls[.timbreFilter]
    // From no resonance, Q ½, to Q 50, evenly to the ear.
    damping = 2 * FastMath.exp2(-6.65 * controls[.filterResonance])
  }

  @_noLocks private static func wave(
    _ controls: Controls, _ wave: SynthParameter, _ width: SynthParameter
  ) -> WaveChoice {
    let index = Int(controls[wave])
    return WaveChoice(
      index: index, isPulse: index == Waveform.square.index,
      width: UInt32(controls[width] * 16_777_216) &* 256)
  }
}

/// The slow waves, where they stand now.
struct Modulation: BitwiseCopyable {
  var lfo: Float = 0
  var vibrato: Float = 0

  @_noLocks init(lfo: Float = 0, vibrato: Float = 0) {
    self.lfo = lfo
    self.vibrato = vibrato
  }
}
