import CRealtime
import SpinetDSP

/// The parameters of a control step that all voices share.
struct SampleVoiceParameters: BitwiseCopyable {
  /// What is added to a voice's pitch to get its step in frames of the sample per frame of the stream, in octaves.
  var pitch: Float
  var isReversed: Bool
  var cutoff: Float
  var damping: Float
  /// The share of the dry signal: 1 with the cutoff at its maximum, so that nothing is lost there.
  var dry: Float
  /// The gain of the filter's low-pass output, reduced with resonance.
  var lowGain: Float
  var velocity: Float
  var amp: EnvelopeShape
  /// Halvings per frame of a fade in 3 ms.
  var fadeRate: Float

  /// - Parameter rateOctaves: log₂ of the sample's rate divided by the stream's.
  @_noLocks init(_ controls: borrowing SamplerControls, rateOctaves: Float) {
    // The root note in octaves above 1 Hz: note 69 is log₂ 440.
    let root = 8.781_359_7 + (controls[.root] - 69) / 12
    pitch = rateOctaves - root + controls[.tune] / 1200 + controls[.pitchBend] / 12
    isReversed = controls[.reverse] >= 0.5
    cutoff = controls[.cutoff]
    // Exponential from Q ½ to Q 50.
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
