import CRealtime
import SpinetWidgets

/// Owns the smoothed values of an engine's widgets, and keeps the widgets alive.
public struct ControlSmoother: ~Copyable {
  /// The values, for everything that plays with them; the smoother must outlive every copy.
  public let values: SmoothedControls
  private let widgets: [Widget]

  /// - Parameters:
  ///   - octaves: the index of the widget in hertz that is smoothed in octaves, as its glide is heard.
  ///   - stepFrames: frames from one control step to the next.
  public init(_ widgets: [Widget], octaves: Int, framesPerSecond: Double, stepFrames: Int) {
    self.widgets = widgets
    values = SmoothedControls(
      widgets, octaves: octaves, framesPerSecond: framesPerSecond, stepFrames: stepFrames)
  }

  deinit { values.deallocate() }
}

/// The widgets' values as a sound uses them: read and smoothed at every control step. It owns nothing.
public struct SmoothedControls: BitwiseCopyable {
  private let controls: UnsafeMutablePointer<Control>
  private let count: Int
  private let octaves: Int

  private struct Control: BitwiseCopyable {
    let cell: WidgetCell
    let coefficient: Float
    var value: Float
  }

  /// Seconds. Two and a half of these are the 10 ms after which a move has all but arrived.
  private static let timeConstant = 0.004

  fileprivate init(_ widgets: [Widget], octaves: Int, framesPerSecond: Double, stepFrames: Int) {
    count = widgets.count
    self.octaves = octaves
    controls = .allocate(capacity: count)
    // log2(e) makes a power of two of one of e.
    let smooth = Float(1 - rt_exp2(-1.4427 * Double(stepFrames) / (Self.timeConstant * framesPerSecond)))
    for (index, widget) in widgets.enumerated() {
      let coefficient = widget.kind.isContinuous ? smooth : 1
      (controls + index).initialize(to: Control(cell: widget.cell, coefficient: coefficient, value: 0))
    }
    settle()
  }

  fileprivate func deallocate() { controls.deallocate() }

  /// The smoothed value. [audio-thread]
  @_noLocks public subscript(index: Int) -> Float { controls[index].value }

  /// The widget's value now, not smoothed and with every bit. [audio-thread]
  @_noLocks public func exactly(_ index: Int) -> Double { controls[index].cell.value }

  /// Shows a value that comes from the sound. [audio-thread]
  @_noLocks public func show(_ value: Double, as index: Int) { controls[index].cell.store(value) }

  /// Sets every value to its widget's, without a glide. [audio-thread, or before rendering]
  @_noLocks public func settle() {
    for index in 0..<count { controls[index].value = goal(index) }
  }

  /// Takes one control step towards the widgets' values. [audio-thread]
  @_noLocks public func follow() {
    for index in 0..<count {
      controls[index].value += (goal(index) - controls[index].value) * controls[index].coefficient
    }
  }

  @_noLocks private func goal(_ index: Int) -> Float {
    let value = controls[index].cell.value
    return Float(index == octaves ? rt_log2(max(1, value)) : value)
  }
}
