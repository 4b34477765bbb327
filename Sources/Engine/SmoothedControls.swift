import CRealtime
import SpinetRealtime
import SpinetWidgets

/// Owns the smoothed values of an engine's widgets, and keeps the widgets alive.
public struct ControlSmoother: ~Copyable {
  /// A handle that players copy. The smoother must outlive every copy.
  public let values: SmoothedControls
  private let controls: FixedBuffer<SmoothedControls.Control>
  private let rest = FixedValue<UInt64?>(nil)
  private let widgets: [Widget]
  /// Seconds. A change is 92 % complete after 10 ms.
  private static let timeConstant = 0.004

  /// - Parameters:
  ///   - octaves: the index of the widget in Hz that is smoothed in octaves, because pitch is heard that way.
  ///   - stepFrames: the number of frames between two control steps.
  public init(_ widgets: [Widget], octaves: Int, framesPerSecond: Double, stepFrames: Int) {
    self.widgets = widgets
    // log₂ e = 1.4427 turns the power of two into a power of e.
    let smooth = Float(1 - rt_exp2(-1.4427 * Double(stepFrames) / (Self.timeConstant * framesPerSecond)))
    controls = FixedBuffer(count: widgets.count) { index in
      let coefficient = widgets[index].kind.isContinuous ? smooth : 1
      return SmoothedControls.Control(cell: widgets[index].cell, coefficient: coefficient, value: 0)
    }
    values = SmoothedControls(controls, octaves: octaves, changes: Self.commonCount(widgets), rest)
    values.settle()
  }

  /// The counter of changes that all widgets share; nil if they have several.
  private static func commonCount(_ widgets: [Widget]) -> ChangeCount? {
    guard let changes = widgets.first?.changes, widgets.allSatisfy({ $0.changes === changes }) else {
      return nil
    }
    return changes.count
  }

  // Explicit, because other modules would copy the implicit one, and Swift 6.3 crashes on the private
  // type in it.
  deinit {}
}

/// The widgets' values, smoothed at each control step. This is a handle: the memory belongs to
/// `ControlSmoother`.
public struct SmoothedControls: BitwiseCopyable {
  private let controls: UnsafeMutablePointer<Control>
  private let count: Int
  private let octaves: Int
  private let changes: ChangeCount?
  /// The count of changes at which all values had arrived; nil while a value is still moving.
  private let restingSince: UnsafeMutablePointer<UInt64?>

  fileprivate struct Control: BitwiseCopyable {
    let cell: WidgetCell
    let coefficient: Float
    var value: Float
  }

  fileprivate init(
    _ controls: borrowing FixedBuffer<Control>, octaves: Int, changes: ChangeCount?,
    _ rest: borrowing FixedValue<UInt64?>
  ) {
    self.controls = controls.start
    count = controls.count
    self.octaves = octaves
    self.changes = changes
    restingSince = rest.address
  }

  /// The smoothed value. [audio-thread]
  @_noLocks public subscript(index: Int) -> Float { controls[index].value }

  /// The widget's current value, in full precision and not smoothed. [audio-thread]
  @_noLocks public func rawValue(_ index: Int) -> Double { controls[index].cell.value }

  /// Sets a widget that displays a value of the sound. [audio-thread]
  @_noLocks public func show(_ value: Double, as index: Int) { controls[index].cell.store(value) }

  /// Sets all values to the widgets' values at once, without smoothing. Also before rendering. [audio-thread]
  @_noLocks public func settle() {
    restingSince.pointee = nil
    for index in 0..<count { controls[index].value = target(index) }
  }

  /// Takes one control step towards the widgets' values. Returns whether any value moved. [audio-thread]
  ///
  /// Values that have arrived are not computed again until a widget changes. Checking all 130 widgets of a synth took a
  /// seventh of the time of a part with four voices.
  @_noLocks @discardableResult public func follow() -> Bool {
    // Read before the widgets, so that a change in between is counted as a later one.
    let now = changes?.value
    if let now, restingSince.pointee == now { return false }
    let hasMoved = followAll()
    restingSince.pointee = hasMoved ? nil : now
    return hasMoved
  }

  @_noLocks private func followAll() -> Bool {
    var hasMoved = false
    for index in 0..<count {
      let value = controls[index].value
      let next = value + (target(index) - value) * controls[index].coefficient
      controls[index].value = next
      if next != value { hasMoved = true }
    }
    return hasMoved
  }

  @_noLocks private func target(_ index: Int) -> Float {
    let value = controls[index].cell.value
    return Float(index == octaves ? rt_log2(max(1, value)) : value)
  }
}
