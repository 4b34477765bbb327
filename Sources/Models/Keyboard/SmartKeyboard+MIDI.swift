import SpinetEngine
import SpinetMIDI

/// MIDI from controllers.
extension SmartKeyboard {
  /// - Parameter milliseconds: the time of the message.
  public mutating func play(
    _ message: MIDIMessage, from id: PortID, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(before: milliseconds, into: &events)
    startInstrument(into: &events)
    if case .systemReset = message { return release(port: id, into: &events) }
    guard let channel = message.channel else { return }
    play(message, on: channel, port: portIndex(id), into: &events)
    notes.removeFinished()
  }

  private mutating func play(
    _ message: MIDIMessage, on channel: Channel, port: Int, into events: inout [VoiceEvent]
  ) {
    switch message {
    case .noteOn(_, let key, let velocity) where velocity > 0:
      press(port: port, channel: channel, key: key, Strike(NoteVelocity(velocity)), into: &events)
    case .noteOn(_, let key, _), .noteOff(_, let key, _):
      lift(port: port, channel: channel, key: key, into: &events)
    case .polyPressure(_, let key, let pressure):
      press(port: port, channel: channel, key: key, pressure: Double(pressure) / 127, into: &events)
    case .channelPressure(_, let pressure):
      ports[port].channels[channel.index].pressure = Double(pressure) / 127
      sendPressure(port: port, channel: channel, into: &events)
    case .pitchBend(_, let value):
      ports[port].channels[channel.index].bend = Double(value) - 8192
      sendBend(port: port, channel: channel, into: &events)
    case .controlChange(_, let controller, let value):
      control(
        port: port, channel: channel, controller: controller, value: value, position: Double(value) / 127,
        into: &events)
    default: break
    }
  }

  /// Ends the notes and releases the pedals of a controller that was disconnected. Other controllers are not affected.
  public mutating func release(port id: PortID, into events: inout [VoiceEvent]) {
    guard let port = ports.firstIndex(where: { $0.port == id }) else { return }
    forgetEffects(port: id, in: 0...15)
    for index in notes.indices where notes[index].port == id { notes[index].strikes = 0 }
    for index in notes.indices where notes[index].port == id && !notes[index].isOver {
      end(index, into: &events)
    }
    notes.removeFinished()
    ports[port].port = nil
    for channel in 0..<16 { allocator.forget(source: port * 16 + channel) }
  }

  /// Takes over what controllers have set on another keyboard: pedals, bends, pressure, zones and bend ranges, and its
  /// clock. So new notes sound as they would have on the old keyboard. [control-thread]
  package mutating func copyControllers(of other: SmartKeyboard) {
    ports = other.ports
    effects.follow(other.effects.clock, at: 0)
    octave = other.octave
  }

  /// The index of a port. A new port is added.
  mutating func portIndex(_ id: PortID) -> Int {
    if let index = ports.firstIndex(where: { $0.port == id }) { return index }
    let state = PortState(port: id, bendRange: configuration.bendRange, zones: configuration.zones)
    guard let index = ports.firstIndex(where: { $0.port == nil }) else {
      ports.append(state)
      return ports.count - 1
    }
    ports[index] = state
    return index
  }

  mutating func liftPedals(port: Int) {
    for channel in ports[port].channels.indices {
      ports[port].channels[channel].sustain = false
      ports[port].channels[channel].sostenuto = false
      ports[port].channels[channel].soft = false
    }
  }

  mutating func pressKey(
    port: Int, channel: Channel, key: UInt8, pressure: Double, into events: inout [VoiceEvent]
  ) {
    guard let index = notes.index(port: ports[port].port, channel: channel, key: key) else { return }
    notes[index].pressure = pressure
    moveTouches(port: port, in: channel.index...channel.index, into: &events)
    guard let voice = notes[index].voice else { return }
    events.append(.set(voice, .pressure, pressure))
  }

  // MARK: Values for every note of a channel or a zone

  mutating func sendPressure(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let state = ports[port]
    forEachNote(port: port, in: state.scope(of: channel)) { note, voice in
      guard let pressure = state.pressure(of: note) else { return }
      events.append(.set(voice, .pressure, pressure))
    }
    moveTouches(port: port, in: state.scope(of: channel), into: &events)
  }

  mutating func sendTimbre(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let state = ports[port]
    forEachNote(port: port, in: state.scope(of: channel)) { note, voice in
      guard note.controls.timbre == nil, let timbre = state.timbre(of: note) else { return }
      appendTimbre(timbre, note, state, voice, &events)
    }
    moveTouches(port: port, in: state.scope(of: channel), into: &events)
  }

  /// Sends the bend to all voices it applies to, including ringing ones. On a plain channel, a ringing voice
  /// follows the bend as long as it rings. On an MPE member channel, it follows only until a new note gets
  /// the channel, because the bend is that note's from then on. A note there that only a pedal holds follows only its
  /// zone's master channel.
  mutating func sendBend(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let scope = ports[port].scope(of: channel)
    for (index, voice) in allocator.voices.enumerated() where voice.state != .free && voice.followsBend {
      guard voice.source >= 0, voice.source / 16 == port, scope.contains(voice.source % 16) else { continue }
      let source = Channel(status: UInt8(voice.source % 16))
      let semitones = ports[port].bendSemitones(of: source) + voice.ownBend
      events.append(.set(VoiceNumber(index), .bend, Semitones.ratio(semitones)))
    }
    let isZone = scope.count > 1
    for note in notes where isZone && note.port == ports[port].port && note.kept != nil && !note.isOver {
      guard let voice = note.voice, scope.contains(note.channel.index) else { continue }
      events.append(.set(voice, .bend, Semitones.ratio(bendSemitones(of: note, ports[port]))))
    }
    forEachNote(port: port, in: scope) { note, voice in
      let semitones = bendSemitones(of: note, ports[port])
      if isInstrument { events.append(.set(voice, .bend, Semitones.ratio(semitones))) }
      guard ports[port].master(of: note.channel) != nil else { return }
      appendPosition(of: note, bent: semitones, isMember: true, voice, &events)
    }
    moveTouches(port: port, in: scope, into: &events)
  }

  /// The bend of a note's channel, or the one that it has kept, with that of its zone and its own.
  func bendSemitones(of note: HeldNote, _ port: PortState) -> Double {
    let zone = port.master(of: note.channel)?.bentSemitones ?? 0
    return (note.kept?.bend ?? port.channels[note.channel.index].bentSemitones) + zone
      + note.controls.bend * port.channels[note.channel.index].noteBendRange
  }

  /// Visits the notes that follow their channel.
  private func forEachNote(
    port: Int, in channels: ClosedRange<Int>, _ body: (HeldNote, VoiceNumber) -> Void
  ) {
    let id = ports[port].port
    for note in notes
    where note.port == id && channels.contains(note.channel.index) && !note.isOver && note.kept == nil {
      if let voice = note.voice { body(note, voice) }
    }
  }
}

extension MIDIMessage {
  /// Whether the keyboard uses the message if it is not mapped: notes, bend, pressure, pedals, timbre,
  /// parameter numbers and their values, and channel modes.
  package var isForKeyboard: Bool {
    switch self {
    case .controlChange(_, let controller, _):
      [6, 38, 64, 66, 67, 74, 96, 97, 98, 99, 100, 101].contains(controller) || controller >= 120
    case .programChange: false
    default: true
    }
  }
}
