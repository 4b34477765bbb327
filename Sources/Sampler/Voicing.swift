import CRealtime
import DSP

/// What one control step means to every voice alike.
struct Voicing: BitwiseCopyable {
  /// Octaves from a voice's frequency to frames of the sample a frame of the stream.
  var pitch: Float
  var isReversed: Bool
  var cutoff: Float
  var damping: Float
  /// How much goes past the filter: all of it with the cutoff at its top, so that nothing is lost there.
  var dry: Float
  /// What makes the filter's low output as loud as what went in, less for a resonant one.
  var lowGain: Float
  var velocity: Float
  var amp: EnvelopeShape
  /// Halvings per frame of a fade of 3 ms.
  var fadeRate: Float

  /// - Parameter rateOctaves: log₂ of the sample's rate over the stream's.
  @_noLocks init(_ controls: SamplerControls, rateOctaves: Float) {
    // The root's own frequency, in octaves above 1 Hz: log₂ 440 is that of note 69.
    let root = 8.781_359_7 + (controls[.root] - 69) / 12
    pitch = rateOctaves - root + controls[.tune] / 1200 + controls[.pitchBend] / 12
    isReversed = controls[.reverse] >= 0.5
    cutoff = controls[.cutoff]
    // From no resonance, Q ½, to Q 50, evenly to the ear.
    damping = 2 * FastMath.exp2(-6.65 * controls[.resonance])
    // From 16 kHz, 13.966 octaves above 1 Hz, to 20 kHz, 14.288.
    dry = min(max((controls[.cutoff] - 13.966) / (14.287_7 - 13.966), 0), 1)
    lowGain = 0.5 * FastMath.exp2(-1.4 * controls[.resonance])
    velocity = controls[.velocity]
    amp = EnvelopeShape(
      attack: controls[.attack], decay: controls[.decay], sustain: controls[.sustain],
      release: controls[.release], secondsPerFrame: controls.secondsPerFrame)
    fadeRate = controls.secondsPerFrame / 0.003
  }
}
