import DSP
import Engine
import Widgets

/// The widgets' values as the sampler uses them, by their names.
struct SamplerControls: BitwiseCopyable {
  private let smoothed: SmoothedControls
  let secondsPerFrame: Float

  init(widgets: [Widget], framesPerSecond: Double, stepFrames: Int) {
    secondsPerFrame = Float(1 / framesPerSecond)
    smoothed = SmoothedControls(
      widgets, octaves: SamplerParameter.cutoff.index, framesPerSecond: framesPerSecond,
      stepFrames: stepFrames)
  }

  func deallocate() { smoothed.deallocate() }

  /// The smoothed value; the cutoff counts in octaves above 1 Hz. [audio-thread]
  subscript(parameter: SamplerParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// What the widget says this moment, to the last bit: where a loop begins and ends. [audio-thread]
  @_noLocks func exactly(_ parameter: SamplerParameter) -> Double { smoothed.exactly(parameter.index) }

  /// Shows a value that comes from the sound. [audio-thread]
  @_noLocks func show(_ value: Double, as parameter: SamplerParameter) {
    smoothed.show(value, as: parameter.index)
  }

  /// Every value at its widget's, without a glide. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards what the widgets say. [audio-thread]
  @_noLocks func follow() { smoothed.follow() }
}
