import SpinetMIDI
import SpinetWidgets

extension Binding {
  /// The number to send to the controller now; nil when it shows it already.
  mutating func numberToShow() -> UInt16? {
    let stamp = widget.stamp
    guard answer?.isStale(stamp) == true else { return nil }
    let number = shownNumber
    return answer?.show(number, at: stamp) == true ? number : nil
  }

  /// How finely the answering control is told.
  var answerResolution: Resolution {
    answer.map { $0.isOwn ? resolution : $0.control.kind.resolution } ?? .seven
  }

  /// The number that shows the widget on the answering control.
  private var shownNumber: UInt16 {
    let position = target.mode == .trigger || isSwitch ? (isLit ? 1 : 0) : ownPosition ?? widgetPosition
    if let lamp = target.lamp {
      return UInt16((Double(lamp.off) + (Double(lamp.on) - Double(lamp.off)) * position).rounded())
    }
    return answerResolution.raw(position, centred: isCentred)
  }

  /// The control's own position, if it has put the widget there: a curve may have that value at other
  /// positions too.
  private var ownPosition: Double? {
    guard target.mode == .absolute, ownStamp == widget.stamp, let lastPosition else { return nil }
    return curve.value(at: lastPosition, from: start, to: end) == widget.value ? lastPosition : nil
  }

  /// Several triggers of one choice work as radio buttons: only the chosen one is lit.
  private var isLit: Bool {
    target.mode == .trigger && !isSwitch ? abs(widget.value - end) < 1e-9 : isAtEnd
  }

  /// Remembers what the control has sent, so that it is not told what it shows already.
  ///
  /// A control that shows its own position (absolute, buttons) shows `raw` now. One that waits or converges
  /// is left alone. The ring of an endless encoder shows the widget, and is told wherever that went.
  mutating func noteHeard(_ raw: UInt16) {
    guard var answer, answer.isOwn, !target.mode.isRelative, !target.echoes else { return }
    switch target.mode {
    case .pickup, .scale: answer.leaveAlone(at: widget.stamp)
    default: answer.heard(min(raw, resolution.fullScale))
    }
    self.answer = answer
  }
}

/// The lamp, ring or motor fader of a controller that shows where a widget is.
struct FeedbackAnswer {
  let control: Control
  /// Whether it answers on the control that it listens to.
  let isOwn: Bool
  /// What the controller shows, as a number of the control; nil: unknown.
  private(set) var shown: UInt16?
  /// The widget's stamp when `shown` was compared with it; nil: compare again.
  private var stamp: UInt64?

  init(_ control: Control, isOwn: Bool) {
    self.control = control
    self.isOwn = isOwn
  }

  /// The controller was away: what it shows is unknown.
  mutating func forget() {
    shown = nil
    stamp = nil
  }

  mutating func resume(_ old: FeedbackAnswer) {
    if old.control == control { (shown, stamp) = (old.shown, old.stamp) }
  }

  /// The control itself has sent `raw`, and shows it.
  mutating func heard(_ raw: UInt16) {
    shown = raw
    stamp = nil
  }

  /// The control is still to meet the widget: what it shows is left alone until the widget moves again.
  mutating func leaveAlone(at stamp: UInt64) { self.stamp = stamp }

  func isStale(_ stamp: UInt64) -> Bool { self.stamp != stamp }

  /// Returns whether the controller has to be told `raw`.
  mutating func show(_ raw: UInt16, at stamp: UInt64) -> Bool {
    self.stamp = stamp
    guard raw != shown else { return false }
    shown = raw
    return true
  }

  /// The messages that show `raw`, to a controller heard on `channel`.
  func send(_ raw: UInt16, of resolution: Resolution, on channel: Channel, _ emit: (MIDIMessage) -> Void) {
    let channel = control.channel ?? channel
    let seven = UInt8(min(raw, 127))
    let wide = resolution.shown(raw)
    switch control.kind {
    case .cc(let number): emit(.controlChange(channel, controller: number, value: seven))
    case .cc14(let number): MIDIMessage.controller14(channel, number: number, value: wide, emit: emit)
    case .nrpn(let number):
      MIDIMessage.parameter(channel, number: number, value: wide, registered: false, emit: emit)
    case .rpn(let number):
      MIDIMessage.parameter(channel, number: number, value: wide, registered: true, emit: emit)
    // Velocity 0 and not a note-off: it turns lamps off on every controller.
    case .note(let key): emit(.noteOn(channel, key: key, velocity: seven))
    case .bend: emit(.pitchBend(channel, value: raw))
    case .pressure: emit(.channelPressure(channel, pressure: seven))
    case .poly(let key): emit(.polyPressure(channel, key: key, pressure: seven))
    case .program: emit(.programChange(channel, program: seven))
    }
  }
}
