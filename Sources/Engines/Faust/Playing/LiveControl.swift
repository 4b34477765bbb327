import SpinetRealtime
import SpinetWidgets

/// A control as the audio thread sees it: the widget's cell, and the last value given to the lanes.
struct LiveControl: BitwiseCopyable {
  let cell: WidgetCell?
  /// The value of each choice; nil for a control that is not a choice.
  private let choices: UnsafeMutablePointer<Float>?
  private let choiceCount: Int
  let isBargraph: Bool
  /// Whether the template follows the widget. It does not follow a switch, which may be a pedal or a trigger and would
  /// start a note there.
  let isShared: Bool
  /// A value other than the initial one. It shows which parts of the state follow this control.
  let elsewhere: Float
  private let isButton: Bool
  /// What a bargraph shows when nothing sounds.
  let lowest: Float
  /// The value of every lane that sounds or will start.
  var value: Float
  private var stamp: UInt64
  /// In an instrument without voices: the key has come up, and no frame has been played since.
  var hasFallen = false
  /// The value after that frame, because the key has gone down again; 0 for none.
  var rise: Float = 0
  /// A press that ended before it was seen lasts for one block.
  private var isPulsing = false

  /// - Parameter choices: an address that outlives the control.
  fileprivate init(_ control: ProgramControl, choices: UnsafeMutablePointer<Float>) {
    let declaration = control.declaration
    cell = control.widget?.cell
    choiceCount = control.choiceValues.count
    self.choices = choiceCount > 0 ? choices : nil
    isBargraph = control.isBargraph
    isShared = control.widget != nil && !control.isBargraph && !control.isSwitch
    let (low, high) = (declaration.minimum, declaration.maximum)
    elsewhere = low + (high - low) * (declaration.initial == low ? 0.7531 : 0.2613)
    isButton = declaration.kind == .button
    lowest = declaration.minimum
    value = declaration.initial
    stamp = cell?.stamp ?? 0
    if let cell, !isBargraph { value = programValue(of: cell.value) }
  }

  /// Whether the widget has moved since the last call. If so, `value` is the new value. [audio-thread]
  @_noLocks mutating func popMove() -> Bool {
    guard let cell, !isBargraph else { return false }
    let now = cell.stamp
    guard now != stamp || isPulsing else { return false }
    let wanted = programValue(of: cell.value)
    let wasMissed = isButton && !isPulsing && wanted == 0 && value == 0
    stamp = now
    isPulsing = wasMissed
    value = wasMissed ? 1 : wanted
    return true
  }

  @_noLocks private func programValue(of value: Double) -> Float {
    guard let choices else { return Float(value) }
    return choices[min(max(Int(value), 0), choiceCount - 1)]
  }
}

/// The controls of a program's process or effect, with the values of their choices.
struct LiveControls: ~Copyable {
  private let controls: FixedBuffer<LiveControl>
  private let choices: FixedBuffer<Float>

  /// [control-thread]
  init(_ controls: [ProgramControl]) {
    let values = controls.flatMap(\.choiceValues)
    choices = FixedBuffer(count: values.count) { values[$0] }
    var next = choices.start
    self.controls = FixedBuffer(count: controls.count) { index in
      defer { next += controls[index].choiceValues.count }
      return LiveControl(controls[index], choices: next)
    }
  }

  var count: Int { @_noLocks get { controls.count } }

  subscript(index: Int) -> LiveControl {
    @_noLocks unsafeAddress { UnsafePointer(controls.address(of: index)) }
    @_noLocks nonmutating unsafeMutableAddress { controls.address(of: index) }
  }
}
