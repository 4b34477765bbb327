import SpinetDSP
import SpinetEngine
import SpinetWidgets

/// The smoothed values of the widgets, by parameter.
struct SamplerControls: ~Copyable {
  private let smoothed: SmoothedControls
  let secondsPerFrame: Float

  init(_ smoothed: SmoothedControls, framesPerSecond: Double) {
    self.smoothed = smoothed
    secondsPerFrame = Float(1 / framesPerSecond)
  }

  /// The smoothed value. The cutoff is in octaves above 1 Hz. [audio-thread]
  subscript(parameter: SamplerParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// The value of the widget now, not smoothed and in full precision, as a loop's ends need it.
  /// [audio-thread]
  @_noLocks func exactly(_ parameter: SamplerParameter) -> Double { smoothed.exactly(parameter.index) }

  /// Sets a widget that displays a value. [audio-thread]
  @_noLocks func show(_ value: Double, as parameter: SamplerParameter) {
    smoothed.show(value, as: parameter.index)
  }

  /// Takes the widgets' values without smoothing. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards the widgets' values. [audio-thread]
  @_noLocks func follow() { smoothed.follow() }
}
