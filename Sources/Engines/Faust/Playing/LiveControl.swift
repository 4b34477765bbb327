import SpinetWidgets

/// A control as the audio thread sees it: the widget's cell, and what its lanes were told last.
struct LiveControl {
  let cell: WidgetCell?
  /// What the program is given for each choice; nil for what is no choice.
  private let choices: UnsafeMutablePointer<Float>?
  private let choiceCount: Int
  let isBargraph: Bool
  /// Whether the template has what the widget says: a switch may be a pedal or a trigger, and would begin a
  /// note there.
  let isShared: Bool
  /// Another value than that with which it begins, to see what follows it.
  let elsewhere: Float
  private let isButton: Bool
  /// What a bargraph shows when nothing sounds.
  let lowest: Float
  /// What every lane has, or will be given when it starts.
  var value: Float
  private var stamp: UInt64
  /// In what sounds always: the key has come up, and not a frame been played since.
  var hasFallen = false
  /// What it gets after that frame, for it has gone down again; 0 for nothing.
  var rise: Float = 0
  /// A press that was over before it was seen lasts one block all the same.
  private var isPulsing = false

  init(_ control: ProgramControl) {
    cell = control.widget?.cell
    choiceCount = control.choiceValues.count
    choices = choiceCount > 0 ? .allocate(capacity: choiceCount) : nil
    choices?.initialize(from: control.choiceValues, count: choiceCount)
    isBargraph = control.isBargraph
    isShared = control.widget != nil && !control.isBargraph && !control.isSwitch
    let (low, high) = (control.declaration.minimum, control.declaration.maximum)
    elsewhere = low + (high - low) * (control.declaration.initial == low ? 0.7531 : 0.2613)
    isButton = control.declaration.kind == .button
    lowest = control.declaration.minimum
    value = control.declaration.initial
    stamp = cell?.stamp ?? 0
    if let cell, !isBargraph { value = meant(by: cell.value) }
  }

  func deallocate() { choices?.deallocate() }

  /// Whether the widget has moved since the last call; `value` is what it says now. [audio-thread]
  @_noLocks mutating func takeMove() -> Bool {
    guard let cell, !isBargraph else { return false }
    let now = cell.stamp
    guard now != stamp || isPulsing else { return false }
    let wanted = meant(by: cell.value)
    let wasMissed = isButton && !isPulsing && wanted == 0 && value == 0
    stamp = now
    isPulsing = wasMissed
    value = wasMissed ? 1 : wanted
    return true
  }

  @_noLocks private func meant(by value: Double) -> Float {
    guard let choices else { return Float(value) }
    return choices[min(max(Int(value), 0), choiceCount - 1)]
  }
}
