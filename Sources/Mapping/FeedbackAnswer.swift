import MIDI

/// The lamp, ring or motor fader on which a controller is told where a widget stands.
struct FeedbackAnswer {
  let control: Control
  /// Whether it answers on the control that it listens to.
  let isOwn: Bool
  /// What the controller shows now, as far as it is known; nil: not known.
  private(set) var shown: UInt16?
  /// The widget's stamp at which `shown` was right; nil: look again.
  private var stamp: UInt64?

  init(_ control: Control, isOwn: Bool) {
    self.control = control
    self.isOwn = isOwn
  }

  /// The controller has been away: nothing is known of what it shows.
  mutating func forget() {
    shown = nil
    stamp = nil
  }

  mutating func resume(_ old: FeedbackAnswer) {
    if old.control == control { (shown, stamp) = (old.shown, old.stamp) }
  }

  /// The control itself has just said `raw`, and shows that.
  mutating func heard(_ raw: UInt16) {
    shown = raw
    stamp = nil
  }

  /// The control is on its way to the widget: what it shows is left alone until the widget moves again.
  mutating func leaveAlone(at stamp: UInt64) { self.stamp = stamp }

  func isStale(_ stamp: UInt64) -> Bool { self.stamp != stamp }

  /// Answers whether the controller has to be told.
  mutating func show(_ raw: UInt16, at stamp: UInt64) -> Bool {
    self.stamp = stamp
    guard raw != shown else { return false }
    shown = raw
    return true
  }

  /// The messages that show `raw`, to a controller heard on `channel`.
  func send(_ raw: UInt16, on channel: Channel, _ emit: (MIDIMessage) -> Void) {
    let channel = control.channel ?? channel
    let seven = UInt8(min(raw, 127))
    // All the way up is 127/127: receivers that know all 14 bits reach their top as well.
    let wide = raw >= Resolution.fourteen.fullScale ? 16383 : raw
    switch control.kind {
    case .cc(let number): emit(.controlChange(channel, controller: number, value: seven))
    case .cc14(let number): MIDIMessage.controller14(channel, number: number, value: wide, emit: emit)
    case .nrpn(let number):
      MIDIMessage.parameter(channel, number: number, value: wide, registered: false, emit: emit)
    case .rpn(let number):
      MIDIMessage.parameter(channel, number: number, value: wide, registered: true, emit: emit)
    // Velocity 0 and not a note-off: lamps go out by it on every controller.
    case .note(let key): emit(.noteOn(channel, key: key, velocity: seven))
    case .bend: emit(.pitchBend(channel, value: raw))
    case .pressure: emit(.channelPressure(channel, pressure: seven))
    case .poly(let key): emit(.polyPressure(channel, key: key, pressure: seven))
    case .program: emit(.programChange(channel, program: seven))
    }
  }
}
