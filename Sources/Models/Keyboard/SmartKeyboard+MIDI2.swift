import SpinetEngine
import SpinetMIDI

/// MIDI 2.0 from controllers: what MIDI 1.0 says with more bits, and what is said of single notes.
extension SmartKeyboard {
  /// - Parameter milliseconds: the time of the message.
  package mutating func play(
    _ message: MIDI2Message, from id: PortID, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(before: milliseconds, into: &events)
    startInstrument(into: &events)
    play(message, on: message.channel, port: portIndex(id), into: &events)
    notes.removeFinished()
  }

  private mutating func play(
    _ message: MIDI2Message, on channel: Channel, port: Int, into events: inout [VoiceEvent]
  ) {
    switch message {
    case .noteOn(_, let key, let strike):
      press(port: port, channel: channel, key: key, strike, into: &events)
    case .noteOff(_, let key, _): lift(port: port, channel: channel, key: key, into: &events)
    case .polyPressure(_, let key, let value):
      press(port: port, channel: channel, key: key, pressure: value.unitPosition, into: &events)
    case .channelPressure(_, let value):
      ports[port].channels[channel.index].pressure = value.unitPosition
      sendPressure(port: port, channel: channel, into: &events)
    case .pitchBend(_, let value):
      ports[port].channels[channel.index].bend = value.fromMiddle * 8192
      sendBend(port: port, channel: channel, into: &events)
    case .controlChange(_, let controller, let value):
      control(
        port: port, channel: channel, controller: controller, value: value.sevenBits,
        position: value.unitPosition, into: &events)
    case .parameter(_, let name, let value):
      if name.isRegistered { set(name, to: value, port: port, channel: channel, into: &events) }
    case .parameterMove(_, let name, let amount):
      guard name.isRegistered else { return }
      setParameter(name.number, to: .steps(amount < 0 ? -1 : 1), port: port, channel: channel, into: &events)
    case .notePitch(_, let key, let value):
      changeControls(port, channel, key, into: &events) { $0.bend = value.fromMiddle }
    case .noteController(_, let key, let controller, let value):
      changeControls(port, channel, key, into: &events) { _ = $0.take(controller, value) }
    case .noteManagement(_, let key, let management):
      manage(management, port, channel, key, into: &events)
    case .programChange: break
    }
  }

  // MARK: Registered parameters

  /// The upper 14 bits mean what they mean in MIDI 1.0.
  private mutating func set(
    _ name: MIDIParameter, to value: UInt32, port: Int, channel: Channel, into events: inout [VoiceEvent]
  ) {
    switch name.number {
    case MIDIParameter.notePitchRange.number:
      ports[port].channels[channel.index].noteBendRange = Double(value) / 0x1p25
      for index in notes.indices
      where notes[index].port == ports[port].port && notes[index].channel == channel {
        sendOwnBend(index, port, into: &events)
      }
    case RegisteredParameter.mpeConfiguration:
      configureZone(port: port, channel: channel, members: Int(value.sevenBits), into: &events)
    default:
      setParameter(
        name.number, to: .position(value.fourteenBits), port: port, channel: channel, into: &events)
    }
  }

  // MARK: Single notes

  /// Changes the controllers of a key's notes, of those that sound and of the next one.
  private mutating func changeControls(
    _ port: Int, _ channel: Channel, _ key: UInt8, into events: inout [VoiceEvent],
    _ change: (inout NoteControls) -> Void
  ) {
    let before = ports[port].keyControls(channel, key)
    change(&ports[port].noteControls[PortState.index(channel, key), default: NoteControls()])
    guard ports[port].keyControls(channel, key) != before else { return }
    for index in notes.indices where isAttached(index, port, channel, key) {
      change(&notes[index].controls)
      sendControls(index, port, into: &events)
    }
  }

  private mutating func manage(
    _ management: NoteManagement, _ port: Int, _ channel: Channel, _ key: UInt8,
    into events: inout [VoiceEvent]
  ) {
    if management.contains(.detaches) {
      for index in notes.indices where isAttached(index, port, channel, key) {
        notes[index].isDetached = true
      }
    }
    guard management.contains(.resets) else { return }
    changeControls(port, channel, key, into: &events) { $0 = NoteControls() }
    ports[port].noteControls[PortState.index(channel, key)] = nil
  }

  private func isAttached(_ index: Int, _ port: Int, _ channel: Channel, _ key: UInt8) -> Bool {
    let note = notes[index]
    return note.key == key && note.channel == channel && note.port == ports[port].port && !note.isOver
      && !note.isDetached
  }

  private mutating func sendControls(_ index: Int, _ port: Int, into events: inout [VoiceEvent]) {
    guard let voice = notes[index].voice else { return }
    events.append(.set(voice, .freq, hertz(of: notes[index])))
    sendOwnBend(index, port, into: &events)
    let note = notes[index]
    guard let timbre = ports[port].timbre(of: note) else { return }
    appendTimbre(timbre, note, ports[port], voice, &events)
  }

  private mutating func sendOwnBend(_ index: Int, _ port: Int, into events: inout [VoiceEvent]) {
    guard let voice = notes[index].voice else { return }
    allocator.setOwnBend(voice, ownBend(of: notes[index], ports[port]))
    events.append(.set(voice, .bend, Semitones.ratio(bendSemitones(of: notes[index], ports[port]))))
  }

  /// The bend of a note alone, in semitones.
  func ownBend(of note: HeldNote, _ port: PortState) -> Double {
    note.controls.bend * port.channels[note.channel.index].noteBendRange
  }
}

extension MIDI2Message {
  /// Whether the keyboard uses the message if it is not mapped.
  package var isForKeyboard: Bool {
    switch self {
    case .noteController(_, _, let controller, _): controller == .pitch || controller == .brightness
    case .controlChange(let channel, let controller, let value):
      MIDIMessage.controlChange(channel, controller: controller, value: value.sevenBits).isForKeyboard
    case .parameter(_, let name, _), .parameterMove(_, let name, _): name.isRegistered && name.number < 8
    case .programChange: false
    default: true
    }
  }
}

extension PortState {
  /// The place of a key in `noteControls`.
  static func index(_ channel: Channel, _ key: UInt8) -> Int { channel.index << 7 | Int(key & 127) }

  func keyControls(_ channel: Channel, _ key: UInt8) -> NoteControls {
    noteControls[Self.index(channel, key)] ?? NoteControls()
  }

  /// The controllers with which a note begins.
  func controls(of strike: Strike, _ channel: Channel, _ key: UInt8) -> NoteControls {
    // Most controllers send none.
    var controls = noteControls.isEmpty ? NoteControls() : keyControls(channel, key)
    controls.pitch = strike.pitch ?? controls.pitch
    return controls
  }
}
