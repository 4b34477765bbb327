import SpinetMIDI

/// One control of a port: its bindings, and the state of its button.
struct ControlSlot {
  let control: Control
  /// Its own bindings, in the port's list.
  let bindings: Range<Int>
  /// How finely it tells its position; more finely once it has sent an LSB.
  private(set) var resolution: Resolution
  private(set) var isPressed = false
  private var lastRaw: UInt16?
  private var pressedAt: UInt64 = 0
  private var latches = false
  /// The channel on which it was heard last, on which feedback is sent.
  var channel: Channel

  /// A button held this long was not held by a finger: it latches in hardware. In nanoseconds.
  private static let longestPress: UInt64 = 2_000_000_000
  /// A button released this soon does not latch. In nanoseconds.
  private static let shortPress: UInt64 = 300_000_000

  init(_ control: Control, bindings: Range<Int>) {
    self.control = control
    self.bindings = bindings
    resolution = control.kind.resolution
    channel = control.channel ?? Channel(status: 0)
  }

  var sendsLSB: Bool { resolution == .fourteen(sendsLSB: true) }

  /// Remembers that the control has sent an LSB. Returns whether that is new.
  mutating func noteLSB() -> Bool {
    defer { resolution = resolution.withLSB }
    return resolution != resolution.withLSB
  }

  mutating func takeSteps(_ steps: Int, at nanoseconds: UInt64) -> ControlSignal {
    ControlSignal(
      raw: lastRaw ?? 0, steps: steps, isPressed: isPressed, button: .unchanged, nanoseconds: nanoseconds)
  }

  /// A new position, and what it means where the control is used as a button.
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

  /// The button is not pressed any more: its controller has left, or was reset.
  mutating func forgetButton() { (isPressed, lastRaw) = (false, nil) }

  /// Continues with the state of the same control before its mapping was read again.
  mutating func resume(_ old: ControlSlot) {
    resolution = old.resolution
    isPressed = old.isPressed
    lastRaw = old.lastRaw
    pressedAt = old.pressedAt
    latches = old.latches
    channel = control.channel ?? old.channel
  }
}

/// What a control sent, decoded.
struct ControlSignal: BitwiseCopyable {
  enum Button: BitwiseCopyable { case unchanged, pressed, released }

  /// The control's own number, 7 or 14 bits.
  var raw: UInt16
  /// Only the LSB is new: a finer value of the same position or movement, and not another press.
  var isFine = false
  /// Detents instead of a position (controllers 96 and 97); 0: `raw` is the position.
  var steps = 0
  var isPressed: Bool
  var button: Button
  /// A release that counts as a press: the button latches in hardware and tells its state.
  var latched = false
  var nanoseconds: UInt64

  /// Whether a button that acts by press acts now.
  var isPress: Bool { button == .pressed || latched }
}
