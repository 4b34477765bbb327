import MIDI

/// One control of a port: which bindings it moves, and what its button did last.
struct ControlSlot {
  let control: Control
  /// Where in the port's bindings its own are.
  let bindings: Range<Int>
  private(set) var isPressed = false
  private var lastRaw: UInt16?
  private var pressedAt: UInt64 = 0
  private var latches = false
  /// The channel on which it was heard last: the one to answer on.
  var channel: Channel

  /// A button held this long was not held by a finger: it latches in hardware.
  private static let longestPress: UInt64 = 2_000_000_000
  /// A button released this soon does not latch.
  private static let shortPress: UInt64 = 300_000_000

  init(_ control: Control, bindings: Range<Int>) {
    self.control = control
    self.bindings = bindings
    channel = control.channel ?? Channel(status: 0)
  }

  mutating func takeSteps(_ steps: Int, at nanoseconds: UInt64) -> ControlSignal {
    ControlSignal(
      raw: lastRaw ?? 0, steps: steps, isPressed: isPressed, button: .unchanged, nanoseconds: nanoseconds)
  }

  /// What a new position of the control means for those who watch it as a button.
  mutating func take(_ raw: UInt16, isOn: Bool, isFine: Bool, at nanoseconds: UInt64) -> ControlSignal {
    var signal = ControlSignal(
      raw: raw, isFine: isFine, isPressed: isOn, button: .unchanged, nanoseconds: nanoseconds)
    // A button that sends the same again and no release was pressed again.
    let isAgain = isOn && isPressed && raw == lastRaw && !isFine
    if isOn, !isPressed || isAgain {
      if isAgain { latches = false }
      pressedAt = nanoseconds
      signal.button = .pressed
    } else if !isOn, isPressed {
      let held = nanoseconds &- pressedAt
      if held < Self.shortPress { latches = false }
      if held >= Self.longestPress { latches = true }
      signal.button = .released
      signal.latched = latches
    }
    (isPressed, lastRaw) = (isOn, raw)
    return signal
  }

  /// The controller has left, and nobody presses the button any more.
  mutating func forgetButton() { (isPressed, lastRaw) = (false, nil) }

  /// Goes on where the same control was before its mapping was read anew.
  mutating func resume(_ old: ControlSlot) {
    isPressed = old.isPressed
    lastRaw = old.lastRaw
    pressedAt = old.pressedAt
    latches = old.latches
    channel = control.channel ?? old.channel
  }
}
