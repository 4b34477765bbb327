import DSP
import Engine
import Widgets

/// The widgets' values as the synth uses them, by their names.
struct Controls: BitwiseCopyable {
  private let smoothed: SmoothedControls
  let secondsPerFrame: Float

  init(widgets: [Widget], framesPerSecond: Double, stepFrames: Int) {
    secondsPerFrame = Float(1 / framesPerSecond)
    smoothed = SmoothedControls(
      widgets, octaves: SynthParameter.filterCutoff.index, framesPerSecond: framesPerSecond,
      stepFrames: stepFrames)
  }

  func deallocate() { smoothed.deallocate() }

  /// The smoothed value; the cutoff counts in octaves above 1 Hz. [audio-thread]
  subscript(parameter: SynthParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// Of the parameter at a place among all. [audio-thread]
  @_noLocks @inline(__always) func value(_ index: Int) -> Float { smoothed[index] }

  /// Every value at its widget's, without a glide. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards what the widgets say. [audio-thread]
  @_noLocks func follow() { smoothed.follow() }

  /// [audio-thread]
  @_noLocks func envelope(
    _ attack: SynthParameter, _ decay: SynthParameter, _ sustain: SynthParameter, _ release: SynthParameter
  ) -> EnvelopeShape {
    EnvelopeShape(
      attack: self[attack], decay: self[decay], sustain: self[sustain], release: self[release],
      secondsPerFrame: secondsPerFrame)
  }
}
