import SpinetMIDI

/// One control of a port, with its bindings and the state of its button.
struct ControlSlot {
  let control: Control
  /// The channels on which it moves these bindings.
  let channels: [Channel]
  /// Its bindings, as indices in the port's list.
  let bindings: Range<Int>
  /// The resolution of its positions. It is finer once an LSB has arrived.
  private(set) var resolution: Resolution
  private(set) var isPressed = false
  private var lastRaw: UInt16?
  /// The channel of its last message. Feedback is sent on it.
  var channel: Channel

  init(_ control: Control, channels: [Channel], bindings: Range<Int>) {
    self.control = control
    self.channels = channels
    self.bindings = bindings
    resolution = control.kind.resolution
    channel = channels.first ?? Channel(status: 0)
  }

  var sendsLSB: Bool { resolution == .fourteen(sendsLSB: true) }

  /// Records that the control has sent an LSB. Returns whether that is new.
  mutating func recordLSB() -> Bool {
    defer { resolution = resolution.withLSB }
    return resolution != resolution.withLSB
  }

  mutating func takeSteps(_ steps: Int, at nanoseconds: UInt64) -> ControlSignal {
    ControlSignal(
      raw: lastRaw ?? 0, steps: steps, isPressed: isPressed, button: .unchanged, nanoseconds: nanoseconds)
  }

  /// Takes a new position. Returns its meaning if the control is used as a button.
  mutating func take(_ raw: UInt16, isOn: Bool, isFine: Bool, at nanoseconds: UInt64) -> ControlSignal {
    var signal = ControlSignal(
      raw: raw, isFine: isFine, isPressed: isOn, button: .unchanged, nanoseconds: nanoseconds)
    // A button that sends the same value again without a release was pressed again.
    let isAgain = isOn && isPressed && raw == lastRaw && !isFine
    if isOn, !isPressed || isAgain {
      signal.button = .pressed
    } else if !isOn, isPressed {
      signal.button = .released
    }
    signal.isFirst = lastRaw == nil
    (isPressed, lastRaw) = (isOn, raw)
    return signal
  }

  /// The button is no longer pressed, because its controller was disconnected or reset.
  mutating func forgetButton() { (isPressed, lastRaw) = (false, nil) }

  /// Takes over the state that the same control had before its mapping was read again.
  mutating func resume(_ old: ControlSlot) {
    resolution = old.resolution
    isPressed = old.isPressed
    lastRaw = old.lastRaw
    channel = channels.contains(old.channel) ? old.channel : channel
  }
}

/// A decoded message of a control.
struct ControlSignal: BitwiseCopyable {
  enum Button: BitwiseCopyable { case unchanged, pressed, released }

  /// The number that the control sent, 7 or 14 bits.
  var raw: UInt16
  /// Whether only the LSB is new. It refines the same position or movement and is not another press.
  var isFine = false
  /// Detents (controllers 96 and 97); 0 if `raw` is a position.
  var steps = 0
  var isPressed: Bool
  var button: Button
  /// Whether the control has sent nothing before, so that its state was unknown.
  var isFirst = false
  var nanoseconds: UInt64
}
