import SpinetEngine
import SpinetMIDI

/// Pedals, parameters and channel mode messages.
extension SmartKeyboard {
  /// - Parameter position: the value as 0–1, with all its bits.
  mutating func control(
    port: Int, channel: Channel, controller: UInt8, value: UInt8, position: Double,
    into events: inout [VoiceEvent]
  ) {
    let isDown = value >= 64
    switch controller {
    case Controller.sustain: setSustain(isDown, port: port, channel: channel, into: &events)
    case Controller.sostenuto: setSostenuto(isDown, port: port, channel: channel, into: &events)
    case Controller.soft: ports[port].channels[channel.index].soft = isDown
    case Controller.brightness:
      ports[port].channels[channel.index].timbre = position
      sendTimbre(port: port, channel: channel, into: &events)
    case Controller.allSoundOff: silence(port: port, channel: channel, into: &events)
    case Controller.resetAll: resetControllers(port: port, channel: channel, into: &events)
    case Controller.allNotesOff, Controller.omniOff, Controller.omniOn, Controller.monoOn, Controller.polyOn:
      liftKeys(port: port, channel: channel, into: &events)
    default: break
    }
    takeParameter(port: port, channel: channel, controller: controller, value: value, into: &events)
  }

  // MARK: Pedals

  private mutating func setSustain(
    _ isDown: Bool, port: Int, channel: Channel, into events: inout [VoiceEvent]
  ) {
    ports[port].channels[channel.index].sustain = isDown
    if !isDown { endUnpedalled(port: port, in: ports[port].scope(of: channel), into: &events) }
  }

  /// Holds the notes whose keys are down when the pedal is pressed.
  private mutating func setSostenuto(
    _ isDown: Bool, port: Int, channel: Channel, into events: inout [VoiceEvent]
  ) {
    guard ports[port].channels[channel.index].sostenuto != isDown else { return }
    ports[port].channels[channel.index].sostenuto = isDown
    let scope = ports[port].scope(of: channel)
    for index in notes.indices where isNote(index, of: port, in: scope) {
      notes[index].isSostenuto = isDown && notes[index].isDown
    }
    if !isDown { endUnpedalled(port: port, in: scope, into: &events) }
  }

  private mutating func endUnpedalled(
    port: Int, in channels: ClosedRange<Int>, into events: inout [VoiceEvent]
  ) {
    liftKeptKeys()
    for index in notes.indices where isNote(index, of: port, in: channels) {
      endUnlessPedalled(index, into: &events)
    }
  }

  private func isNote(_ index: Int, of port: Int, in channels: ClosedRange<Int>) -> Bool {
    notes[index].port == ports[port].port && channels.contains(notes[index].channel.index)
      && !notes[index].isOver
  }

  // MARK: Channel mode messages

  /// All Sound Off.
  private mutating func silence(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let scope = ports[port].scope(of: channel)
    forgetEffects(port: ports[port].port, in: scope)
    for index in notes.indices where isNote(index, of: port, in: scope) {
      lift(note: index, into: &events)
      notes[index].strikes = 0
      notes[index].isOver = true
      if isInstrument, notes[index].voice != nil { events.append(.set(Self.instrumentVoice, .gate, 0)) }
    }
    for (index, voice) in allocator.voices.enumerated() where voice.state != .free && voice.source >= 0 {
      guard voice.source / 16 == port, scope.contains(voice.source % 16) else { continue }
      stealVoice(VoiceNumber(index), into: &events)
      handOver(row: voice.row, toFingers: false, into: &events)
    }
  }

  /// All Notes Off, and the mode changes that include it. All keys are released, but pedals still hold.
  private mutating func liftKeys(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let scope = ports[port].scope(of: channel)
    forgetEffects(port: ports[port].port, in: scope)
    for index in notes.indices where isNote(index, of: port, in: scope) { notes[index].strikes = 0 }
    for index in notes.indices where isNote(index, of: port, in: scope) {
      endUnlessPedalled(index, into: &events)
    }
  }

  /// Reset All Controllers, as MIDI's recommended practice RP-015 defines it.
  private mutating func resetControllers(port: Int, channel: Channel, into events: inout [VoiceEvent]) {
    let scope = ports[port].scope(of: channel)
    for index in scope { ports[port].channels[index].resetControllers() }
    for index in notes.indices where isNote(index, of: port, in: scope) {
      notes[index].isSostenuto = false
      resetPressure(ofNote: index, port: port, into: &events)
    }
    sendBend(port: port, channel: channel, into: &events)
    sendPressure(port: port, channel: channel, into: &events)
    endUnpedalled(port: port, in: scope, into: &events)
  }

  /// Resets the pressure of the note's key. The caller sends the channel's pressure to all its notes.
  private mutating func resetPressure(ofNote index: Int, port: Int, into events: inout [VoiceEvent]) {
    guard notes[index].pressure != nil else { return }
    notes[index].pressure = 0
    guard let voice = notes[index].voice, ports[port].pressure(of: notes[index]) == nil else {
      return
    }
    events.append(.set(voice, .pressure, 0))
  }

  // MARK: Registered parameters

  private mutating func takeParameter(
    port: Int, channel: Channel, controller: UInt8, value: UInt8, into events: inout [VoiceEvent]
  ) {
    var parameter: (number: UInt16, amount: ControllerMove.Amount)?
    ports[port].decode(channel, controller: controller, value: value) { move in
      if case .rpn(let number) = move.kind { parameter = (number, move.amount) }
    }
    guard let (number, amount) = parameter else { return }
    if number == RegisteredParameter.mpeConfiguration, controller == Controller.dataEntry {
      configureZone(port: port, channel: channel, members: Int(value), into: &events)
    }
    setParameter(number, to: amount, port: port, channel: channel, into: &events)
  }

  /// Bend range and tuning.
  mutating func setParameter(
    _ number: UInt16, to amount: ControllerMove.Amount, port: Int, channel: Channel,
    into events: inout [VoiceEvent]
  ) {
    switch number {
    case RegisteredParameter.bendRange:
      let old = ports[port].channels[channel.index].bendRange
      for index in ports[port].setBendRange(Self.bendRange(old, amount), on: channel) {
        sendBend(port: port, channel: Channel.all[index], into: &events)
      }
    case RegisteredParameter.fineTuning:
      ports[port].channels[channel.index].tuning.setFine(amount)
      sendBend(port: port, channel: channel, into: &events)
    case RegisteredParameter.coarseTuning:
      ports[port].channels[channel.index].tuning.setCoarse(amount)
      sendBend(port: port, channel: channel, into: &events)
    default: break
    }
  }

  /// The MSB is in semitones, the LSB in cents. An increment is a semitone.
  private static func bendRange(_ old: Double, _ amount: ControllerMove.Amount) -> Double {
    switch amount {
    case .position(let value): Double(value >> 7) + Double(min(value & 127, 99)) / 100
    case .steps(let steps): min(max(old + Double(steps), 0), 127)
    }
  }

  /// The MPE Configuration Message, on channel 1 or 16. Notes end on channels whose zone changes.
  mutating func configureZone(
    port: Int, channel: Channel, members: Int, into events: inout [VoiceEvent]
  ) {
    guard channel.index == 0 || channel.index == 15, members <= 15 else { return }
    let zone: MPEZones.Zone = channel.index == 0 ? .lower : .upper
    let before = ports[port].zones
    ports[port].setZone(zone, members: members)
    let after = ports[port].zones
    for index in notes.indices where isNote(index, of: port, in: 0...15) {
      if after.renew(notes[index].channel, setting: zone, since: before) { end(index, into: &events) }
    }
  }
}
