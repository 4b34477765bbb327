import SpinetMIDI
import SpinetWidgets

extension Binding {
  /// The number to send to the controller now; nil if the controller already shows it.
  mutating func numberToShow() -> UInt16? {
    let stamp = widget.stamp
    guard answer?.isStale(stamp) == true else { return nil }
    let number = shownNumber
    return answer?.show(number, at: stamp) == true ? number : nil
  }

  /// The resolution of the control that shows the feedback.
  var answerResolution: Resolution {
    answer.map { $0.isOwn ? resolution : $0.control.kind.resolution } ?? .seven
  }

  /// The number that shows the widget's value on the controller.
  private var shownNumber: UInt16 {
    let position = target.mode == .trigger || isSwitch ? (isLit ? 1 : 0) : ownPosition ?? widgetPosition
    if let lamp = target.lamp {
      return UInt16(
        bounded: Double(lamp.off) + (Double(lamp.on) - Double(lamp.off)) * position, in: 0...127)
    }
    return answerResolution.raw(position, centred: isCentred)
  }

  /// The control's own position, if the control has set the widget. A curve may have the same value at other
  /// positions too.
  private var ownPosition: Double? {
    guard target.mode == .absolute, ownStamp == widget.stamp, let lastPosition else { return nil }
    return curve.value(at: lastPosition, from: start, to: end) == widget.value ? lastPosition : nil
  }

  /// Several triggers of one choice work as radio buttons: only the selected one is lit.
  private var isLit: Bool {
    target.mode == .trigger && !isSwitch ? abs(widget.value - end) < 1e-9 : isAtEnd
  }

  /// Remembers what the control has sent, so that nothing is sent that it already shows.
  ///
  /// A control that shows its own position (absolute, buttons) shows `raw` now. A control with `pickup` or
  /// `scale` is left alone until it has taken over. The ring of an endless encoder shows the widget's value,
  /// so that is always sent.
  mutating func recordHeard(_ raw: UInt16) {
    guard var answer, answer.isOwn, !target.mode.isRelative, !target.echoes else { return }
    switch target.mode {
    case .pickup, .scale: answer.leaveAlone(at: widget.stamp)
    default: answer.heard(min(raw, resolution.fullScale))
    }
    self.answer = answer
  }
}

/// A lamp, ring or motor fader of a controller that shows the value of a widget.
struct FeedbackAnswer {
  let control: Control
  /// Whether the feedback goes to the control that moves the widget.
  let isOwn: Bool
  /// The number that the controller shows; nil if unknown.
  private(set) var shown: UInt16?
  /// The widget's stamp when `shown` was last compared with it; nil forces a new comparison.
  private var stamp: UInt64?

  init(_ control: Control, isOwn: Bool) {
    self.control = control
    self.isOwn = isOwn
  }

  /// Call it when the controller was disconnected: what it shows is unknown then.
  mutating func forget() {
    shown = nil
    stamp = nil
  }

  mutating func resume(_ old: FeedbackAnswer) {
    if old.control == control { (shown, stamp) = (old.shown, old.stamp) }
  }

  /// Call it when the control has sent `raw`: it shows that now.
  mutating func heard(_ raw: UInt16) {
    shown = raw
    stamp = nil
  }

  /// Call it while the control has not taken over the widget yet. Nothing is sent until the widget moves again.
  mutating func leaveAlone(at stamp: UInt64) { self.stamp = stamp }

  func isStale(_ stamp: UInt64) -> Bool { self.stamp != stamp }

  /// Returns whether `raw` must be sent to the controller.
  mutating func show(_ raw: UInt16, at stamp: UInt64) -> Bool {
    self.stamp = stamp
    guard raw != shown else { return false }
    shown = raw
    return true
  }

  /// Passes the messages that show `raw` to `emit`. `channel` is used if the control has none.
  func send(_ raw: UInt16, of resolution: Resolution, on channel: Channel, _ emit: (MIDIMessage) -> Void) {
    control.kind.send(
      resolution.shown(raw), seven: UInt8(min(raw, 127)), on: control.channel ?? channel, emit)
  }
}

extension Control.Kind {
  /// Passes the messages that move this control to `emit`. Releases, sequencers and sensors have none.
  ///
  /// - Parameters:
  ///   - value: 0–127, or 0–16383 for a control of 14 bits.
  ///   - seven: the same for a control of seven bits.
  func send(_ value: UInt16, seven: UInt8, on channel: Channel, _ emit: (MIDIMessage) -> Void) {
    switch self {
    case .cc(let number): emit(.controlChange(channel, controller: number, value: seven))
    case .cc14(let number): MIDIMessage.controller14(channel, number: number, value: value, emit: emit)
    case .nrpn(let number):
      MIDIMessage.parameter(channel, number: number, value: value, registered: false, emit: emit)
    case .rpn(let number):
      MIDIMessage.parameter(channel, number: number, value: value, registered: true, emit: emit)
    // Velocity 0 instead of a note-off, because it turns the lamps off on all controllers.
    case .note(let key), .keyOn(let key): emit(.noteOn(channel, key: key, velocity: seven))
    case .bend: emit(.pitchBend(channel, value: value))
    case .pressure: emit(.channelPressure(channel, pressure: seven))
    case .poly(let key): emit(.polyPressure(channel, key: key, pressure: seven))
    case .program: emit(.programChange(channel, program: seven))
    // Releases, controls of single notes, sequencers and sensors get no feedback.
    case .keyOff, .notePitch, .noteController, .start, .stop, .clock, .reading: break
    }
  }

  /// The messages that move this control of an instrument to a value, 0–127, or 0–16383 for a control of 14 bits.
  package func messages(_ value: Int, on channel: Channel) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    let value = UInt16(min(max(value, 0), 16383))
    send(value, seven: UInt8(min(value, 127)), on: channel) { messages.append($0) }
    return messages
  }

  /// The largest value that `messages` sends; nil for a control that an instrument does not have.
  package var largestValue: Int? {
    switch self {
    case .cc, .pressure, .program: 127
    case .cc14, .nrpn, .rpn, .bend: 16383
    case .note, .keyOn, .keyOff, .poly, .notePitch, .noteController, .start, .stop, .clock, .reading: nil
    }
  }
}
