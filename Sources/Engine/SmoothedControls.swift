import CRealtime
import Widgets

/// The widgets' values as a sound uses them: read and smoothed at every control step. A handle to memory
/// that the engine owns.
public struct SmoothedControls: BitwiseCopyable {
  private let cells: UnsafeMutablePointer<WidgetCell>
  private let values: UnsafeMutablePointer<Float>
  private let pace: UnsafeMutablePointer<Float>
  private let count: Int
  /// Which one counts in octaves above 1 Hz, so that it glides as it is heard.
  private let octaves: Int

  public init(_ widgets: [Widget], octaves: Int, framesPerSecond: Double, stepFrames: Int) {
    count = widgets.count
    self.octaves = octaves
    cells = .allocate(capacity: count)
    values = .allocate(capacity: count)
    pace = .allocate(capacity: count)
    // Two and a half time constants of 4 ms make the 10 ms after which a move has all but arrived.
    let smooth = Float(1 - rt_exp2(-1.4427 * Double(stepFrames) / (0.004 * framesPerSecond)))
    for (index, widget) in widgets.enumerated() {
      (cells + index).initialize(to: widget.cell)
      (pace + index).initialize(to: widget.kind.isContinuous ? smooth : 1)
      (values + index).initialize(to: goal(index))
    }
  }

  public func deallocate() {
    cells.deallocate()
    values.deallocate()
    pace.deallocate()
  }

  /// The smoothed value. [audio-thread]
  @_noLocks public subscript(index: Int) -> Float { values[index] }

  /// What the widget says this moment, to the last bit. [audio-thread]
  @_noLocks public func exactly(_ index: Int) -> Double { cells[index].value }

  /// Shows a value that comes from the sound. [audio-thread]
  @_noLocks public func show(_ value: Double, as index: Int) { cells[index].store(value) }

  /// Every value at its widget's, without a glide. [any-thread]
  @_noLocks public func settle() {
    for index in 0..<count { values[index] = goal(index) }
  }

  /// One control step towards what the widgets say. [audio-thread]
  @_noLocks public func follow() {
    for index in 0..<count { values[index] += (goal(index) - values[index]) * pace[index] }
  }

  @_noLocks private func goal(_ index: Int) -> Float {
    let value = cells[index].value
    return Float(index == octaves ? rt_log2(max(1, value)) : value)
  }
}
