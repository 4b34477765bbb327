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
  private var lastFine: UInt32?
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

  /// Takes a movement by a part of the range, -1 to 1.
  mutating func takeTravel(_ travel: Double, at nanoseconds: UInt64) -> ControlSignal {
    var signal = takeSteps(travel < 0 ? -1 : 1, at: nanoseconds)
    signal.travel = travel
    return signal
  }

  /// Takes a new position. Returns its meaning if the control is used as a button.
  ///
  /// - Parameters:
  ///   - fine: the same number in 32 bits, if the controller has sent them.
  ///   - isFine: whether only the LSB is new.
  mutating func take(
    _ raw: UInt16, fine: UInt32? = nil, isOn: Bool, isFine: Bool, at nanoseconds: UInt64
  ) -> ControlSignal {
    var signal = ControlSignal(
      raw: raw, fine: fine, isFine: isFine, isPressed: isOn, button: .unchanged, nanoseconds: nanoseconds)
    // A button that sends the same value again without a release was pressed again.
    let isAgain = isOn && isPressed && raw == lastRaw && fine == lastFine && !isFine
    if isOn, !isPressed || isAgain {
      signal.button = .pressed
    } else if !isOn, isPressed {
      signal.button = .released
    }
    signal.isFirst = lastRaw == nil
    (isPressed, lastRaw, lastFine) = (isOn, raw, fine)
    return signal
  }

  /// The button is no longer pressed, because its controller was disconnected or reset.
  mutating func forgetButton() { (isPressed, lastRaw, lastFine) = (false, nil, nil) }

  /// Takes over the state that the same control had before its mapping was read again.
  mutating func resume(_ old: ControlSlot) {
    resolution = old.resolution
    isPressed = old.isPressed
    (lastRaw, lastFine) = (old.lastRaw, old.lastFine)
    channel = channels.contains(old.channel) ? old.channel : channel
  }
}

/// A decoded message of a control.
struct ControlSignal: BitwiseCopyable {
  enum Button: BitwiseCopyable { case unchanged, pressed, released }

  /// The number that the control sent, 7 or 14 bits.
  var raw: UInt16
  /// The same number in 32 bits, from a controller that sends MIDI 2.0; nil from others.
  var fine: UInt32?
  /// Whether only the LSB is new. It refines the same position or movement and is not another press.
  var isFine = false
  /// Detents (controllers 96 and 97); 0 if `raw` is a position.
  var steps = 0
  /// A movement by a part of the range, -1 to 1; nil if it is counted in detents.
  var travel: Double?
  var isPressed: Bool
  var button: Button
  /// Whether the control has sent nothing before, so that its state was unknown.
  var isFirst = false
  var nanoseconds: UInt64
}
