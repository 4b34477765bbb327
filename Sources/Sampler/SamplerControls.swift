import CRealtime
import DSP
import Widgets

/// The widgets' values as the sound uses them: read, turned into its units and smoothed at every
/// control step. A handle to memory that `SamplerEngine` owns.
struct SamplerControls: BitwiseCopyable {
  private let cells: UnsafeMutablePointer<WidgetCell>
  private let values: UnsafeMutablePointer<Float>
  private let pace: UnsafeMutablePointer<Float>
  let secondsPerFrame: Float

  init(widgets: [Widget], framesPerSecond: Double, stepFrames: Int) {
    secondsPerFrame = Float(1 / framesPerSecond)
    cells = .allocate(capacity: widgets.count)
    values = .allocate(capacity: widgets.count)
    pace = .allocate(capacity: widgets.count)
    // Two and a half time constants of 4 ms make the 10 ms after which a move has all but arrived.
    let smooth = Float(1 - rt_exp2(-1.4427 * Double(stepFrames) / (0.004 * framesPerSecond)))
    for (index, widget) in widgets.enumerated() {
      (cells + index).initialize(to: widget.cell)
      (pace + index).initialize(to: widget.kind.isContinuous ? smooth : 1)
      (values + index).initialize(to: 0)
    }
    settle()
  }

  func deallocate() {
    cells.deallocate()
    values.deallocate()
    pace.deallocate()
  }

  /// The smoothed value. [audio-thread]
  subscript(parameter: SamplerParameter) -> Float {
    @_noLocks @inline(__always) get { values[parameter.index] }
  }

  /// What the widget says this moment, to the last bit: where a loop begins and ends. [audio-thread]
  @_noLocks func exactly(_ parameter: SamplerParameter) -> Double { cells[parameter.index].value }

  /// Shows a value that comes from the sound. [audio-thread]
  @_noLocks func show(_ value: Double, as parameter: SamplerParameter) {
    cells[parameter.index].store(value)
  }

  /// Every value at its widget's, without a glide. [any-thread]
  @_noLocks func settle() {
    for index in 0..<SamplerParameter.count { values[index] = goal(index) }
  }

  /// One control step towards what the widgets say. [audio-thread]
  @_noLocks func follow() {
    for index in 0..<SamplerParameter.count {
      values[index] += (goal(index) - values[index]) * pace[index]
    }
  }

  /// The cutoff counts in octaves above 1 Hz, so that it glides as it is heard.
  @_noLocks private func goal(_ index: Int) -> Float {
    let value = cells[index].value
    return Float(index == SamplerParameter.cutoff.index ? rt_log2(max(1, value)) : value)
  }
}
