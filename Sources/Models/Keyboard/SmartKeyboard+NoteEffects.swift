import SpinetEngine
import SpinetMIDI
import SpinetTime

/// Note effects: what MIDI keys play other than themselves. Fingers, and keyboards without voices, pass by.
extension SmartKeyboard {
  /// What its keys play.
  package var noteEffects: NoteEffects { effects.effects }

  /// Changes what its keys play. Keys that are down stay in the arpeggio.
  package mutating func change(_ noteEffects: NoteEffects, into events: inout [VoiceEvent]) {
    guard noteEffects != effects.effects else { return }
    effects.change(to: noteEffects, at: now.nanoseconds)
    liftKeptKeys()
    perform(into: &events)
  }

  /// Follows the clock by which arpeggios play, from a moment on.
  package mutating func follow(_ clock: TickClock, at milliseconds: Double) {
    effects.follow(clock, at: milliseconds.nanoseconds)
  }

  /// Lets the keys go that only a latch or a pedal holds in an arpeggio, because the part plays no more.
  package mutating func unlatch() { effects.liftKept() }

  /// Whether an arpeggio, a chord or a scale plays new keys.
  package var playsNoteEffects: Bool { takesEffects && effects.isActive }

  /// Whether a key of a controller is down in an effect, or plays a voice.
  package func isDown(_ number: UInt8, on channel: Channel, from port: PortID) -> Bool {
    effects.holds(ControllerKey(port: port, channel: channel, number: number))
      || notes.index(port: port, channel: channel, key: number) != nil
  }

  /// Whether voices play the notes.
  private var takesEffects: Bool {
    if case .voices = configuration.polyphony { return true }
    return false
  }

  // MARK: Keys

  mutating func press(
    port: Int, channel: Channel, key: UInt8, _ strike: Strike, into events: inout [VoiceEvent]
  ) {
    guard let id = ports[port].port else { return }
    let pressed = ControllerKey(port: id, channel: channel, number: key)
    guard takesEffects, effects.isActive else {
      effects.leave(pressed)
      perform(into: &events)
      return noteOn(port: port, channel: channel, key: key, strike, into: &events)
    }
    effects.press(
      pressed, velocity: strike.velocity, counting: configuration.countsStrikes, at: now.nanoseconds)
    perform(into: &events)
  }

  mutating func lift(port: Int, channel: Channel, key: UInt8, into events: inout [VoiceEvent]) {
    guard let lifted = effectKey(port, channel, key) else {
      return noteOff(port: port, channel: channel, key: key, into: &events)
    }
    let isUp = effects.lift(
      lifted, counting: configuration.countsStrikes, keeping: ports[port].expression(of: channel),
      isPedalled: ports[port].sustains(channel))
    if isUp { keepExpression(ofStepsOn: channel, port: port) }
    perform(into: &events)
  }

  mutating func press(
    port: Int, channel: Channel, key: UInt8, pressure: Double, into events: inout [VoiceEvent]
  ) {
    guard let pressed = effectKey(port, channel, key) else {
      return pressKey(port: port, channel: channel, key: key, pressure: pressure, into: &events)
    }
    effects.press(pressed, pressure: pressure)
    perform(into: &events)
  }

  /// Separates the steps of a key that was let go from its member channel, which the next key may get.
  private mutating func keepExpression(ofStepsOn channel: Channel, port: Int) {
    for index in notes.indices
    where notes[index].isStep && notes[index].channel == channel && notes[index].port == ports[port].port {
      keepExpression(ofNote: index, port: port)
    }
  }

  /// The key, if an effect plays it.
  private func effectKey(_ port: Int, _ channel: Channel, _ key: UInt8) -> ControllerKey? {
    guard let id = ports[port].port else { return nil }
    let key = ControllerKey(port: id, channel: channel, number: key)
    return effects.holds(key) ? key : nil
  }

  /// Lets the keys go that no pedal holds in an arpeggio any more.
  mutating func liftKeptKeys() {
    let ports = ports
    effects.liftKept { key in
      ports.first { $0.port == key.port }?.sustains(key.channel) ?? false
    }
  }

  /// Forgets the keys of a port and its channels, whose notes the keyboard ends.
  mutating func forgetEffects(port id: PortID?, in channels: ClosedRange<Int>) {
    effects.forget { $0.port == id && channels.contains($0.channel.index) }
  }

  // MARK: Notes

  /// Plays the steps that are due now, or were before.
  mutating func advanceEffects(before: Bool, into events: inout [VoiceEvent]) {
    guard effects.isPlaying else { return }
    let nanoseconds = now.nanoseconds
    effects.advance(to: before && nanoseconds > 0 ? nanoseconds - 1 : nanoseconds)
    perform(into: &events)
  }

  private mutating func perform(into events: inout [VoiceEvent]) {
    guard !effects.acts.isEmpty else { return }
    for index in effects.acts.indices { perform(effects.acts[index], into: &events) }
    effects.clearActs()
    notes.removeFinished()
  }

  private mutating func perform(_ act: NoteAct, into events: inout [VoiceEvent]) {
    switch act {
    case .start(let key, let velocity, let pressure, let origin):
      guard let port = index(ofPort: key.port) else { return }
      noteOn(
        port: port, channel: key.channel, key: key.number, Strike(velocity), from: origin, into: &events)
      guard let pressure else { return }
      pressKey(port: port, channel: key.channel, key: key.number, pressure: pressure, into: &events)
    case .end(let key):
      guard let port = index(ofPort: key.port) else { return }
      noteOff(port: port, channel: key.channel, key: key.number, into: &events)
    case .press(let key, let pressure):
      guard let port = index(ofPort: key.port) else { return }
      pressKey(port: port, channel: key.channel, key: key.number, pressure: pressure, into: &events)
    }
  }

  private func index(ofPort id: PortID) -> Int? { ports.firstIndex { $0.port == id } }
}

extension Double {
  /// Milliseconds as nanoseconds, limited to those that can be counted.
  fileprivate var nanoseconds: UInt64 { UInt64(min(max((self * 1e6).rounded(), 0), 0x1p63)) }
}
