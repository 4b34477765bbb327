import SpinetEngine
import SpinetMIDI

/// MIDI notes. Each note gets a row and a voice, and its note-off finds them again.
extension SmartKeyboard {
  mutating func noteOn(
    port: Int, channel: Channel, key: UInt8, _ strike: Strike, from origin: NoteOrigin = .key,
    into events: inout [VoiceEvent]
  ) {
    let pitch = Int(key) + shiftSemitones
    guard retuning.sounds(pitch, on: channel, in: configuration.tuning), let id = ports[port].port else {
      return
    }
    let strikes = endStruck(port: port, channel: channel, key: key, into: &events)
    let row = row(for: pitch, channel: channel, zones: ports[port].zones)
    let soft = ports[port].softens(channel) ? Self.softPedalGain : 1
    notes.append(
      HeldNote(
        port: id, channel: channel, key: key, pitch: pitch,
        gain: configuration.velocityCurve.gain(strike.velocity) * soft,
        controls: ports[port].controls(of: strike, channel, key), row: row, strikes: strikes + 1,
        kept: origin.kept, isStep: origin.isStep))
    guard !isInstrument else {
      writeInstrument(note: notes.count - 1, opensGate: true, into: &events)
      return touch(note: notes.count - 1, into: &events)
    }
    if !configuration.polyphony.isMonophonic || mayTakeOver(row: row, pitch: Double(pitch)) {
      sound(notes.count - 1, into: &events)
    }
  }

  /// Whether a note that a pedal holds rings on when its key is struck again.
  private var ringsOn: Bool {
    switch configuration.restrike {
    case .automatic: fades
    case .ring: true
    case .damp: false
    }
  }

  /// The soft pedal multiplies the gain of notes that start while it is down by this factor.
  static let softPedalGain = 0.66

  mutating func noteOff(port: Int, channel: Channel, key: UInt8, into events: inout [VoiceEvent]) {
    guard let index = notes.index(port: ports[port].port, channel: channel, key: key), notes[index].isDown
    else { return }
    notes[index].strikes = configuration.countsStrikes ? notes[index].strikes - 1 : 0
    if !notes[index].isDown { endUnlessPedalled(index, into: &events) }
  }

  /// Ends a note whose key is struck again, unless a pedal holds it and it may ring on: then the pedal's end or the limit
  /// of voices ends it.
  ///
  /// - Returns: the number of the old note's note-ons whose note-off has not arrived yet.
  private mutating func endStruck(
    port: Int, channel: Channel, key: UInt8, into events: inout [VoiceEvent]
  ) -> Int {
    guard let index = notes.index(port: ports[port].port, channel: channel, key: key) else { return 0 }
    let strikes = configuration.countsStrikes ? notes[index].strikes : 0
    let isHeld = isPedalled(index, port: port)
    if isHeld, ringsOn, !isInstrument, notes[index].voice != nil {
      notes[index].strikes = 0
      lift(note: index, into: &events)
      return strikes
    }
    if let voice = notes[index].voice, !isInstrument { endVoice(voice, into: &events) }
    lift(note: index, into: &events)
    notes[index].isOver = true
    notes.removeFinished()
    return strikes
  }

  /// The row of a note: its zone's row, the first one with the note among its keys, or the nearest one.
  private func row(for pitch: Int, channel: Channel, zones: MPEZones) -> Int {
    switch zones.role(of: channel) {
    case .master(.lower), .member(.lower): if let row = configuration.lowerZoneRow { return row }
    case .master(.upper), .member(.upper): if let row = configuration.upperZoneRow { return row }
    case .plain: break
    }
    var best = (row: 0, distance: Double.infinity)
    for (index, row) in surface.rows.enumerated() where row.row.channel.map({ $0 == channel }) ?? true {
      // A string without a note is preferred to one that has a note.
      let distance = row.distance(to: Double(pitch)) + (isStopped(string: index) ? 0.5 : 0)
      if distance < best.distance { best = (index, distance) }
    }
    return best.row
  }

  /// Whether the row is a string that already has a note.
  private func isStopped(string row: Int) -> Bool {
    surface.rows[row].isString && notes.contains { $0.row == row && !$0.isOver }
  }

  /// Starts a voice for the note and sends all its values.
  mutating func sound(_ index: Int, into events: inout [VoiceEvent]) {
    let note = notes[index]
    guard let port = ports.firstIndex(where: { $0.port == note.port }) else { return }
    let source = port * 16 + note.channel.index
    if ports[port].master(of: note.channel) != nil { allocator.keepBends(source: source) }
    let voice = startVoice(row: note.row, owner: .note(note.serial), source: source, into: &events)
    allocator.setOwnBend(voice, ownBend(of: note, ports[port]))
    if note.kept != nil { allocator.keepBend(voice) }
    notes[index].voice = voice
    describe(note, port: port, voice: voice, into: &events)
    events.append(.set(voice, .gate, 1))
  }

  /// Sends channel if the configuration wants it, freq, bend, gain, keyboard, key, x for MPE, and the known
  /// values of pressure, y and timbre, in this order.
  private func describe(
    _ note: HeldNote, port: Int, voice: VoiceNumber, into events: inout [VoiceEvent]
  ) {
    let state = ports[port]
    let semitones = bendSemitones(of: note, state)
    if configuration.sendsChannel {
      events.append(.set(voice, .channel, Double(state.leader(of: note.channel).number)))
    }
    events.append(.set(voice, .freq, hertz(of: note)))
    events.append(.set(voice, .bend, Semitones.ratio(semitones)))
    events.append(.set(voice, .gain, note.gain))
    events.append(.set(voice, .keyboard, Double(note.row)))
    appendPosition(of: note, bent: semitones, isMember: state.master(of: note.channel) != nil, voice, &events)
    if let pressure = state.pressure(of: note) { events.append(.set(voice, .pressure, pressure)) }
    if let timbre = state.timbre(of: note) {
      appendTimbre(timbre, note, state, voice, &events)
    }
    if isOnPad(note) { appendPadPosition(note, state, voice, &events) }
  }

  /// Whether its keyboard has a single key that sends positions.
  private func isOnPad(_ note: HeldNote) -> Bool {
    let row = surface.rows[note.row].row
    return configuration.generation == .current && row.keyCount == 1 && surface.rows[note.row].part == .voices
      && (row.sendsX || row.sendsY)
  }

  /// The key spans all MIDI keys. A louder note touches it further down.
  private func appendPadPosition(
    _ note: HeldNote, _ state: PortState, _ voice: VoiceNumber, _ events: inout [VoiceEvent]
  ) {
    guard state.master(of: note.channel) == nil else { return }
    if surface.rows[note.row].row.sendsX { events.append(.set(voice, .x, state.padPosition(note))) }
    if surface.rows[note.row].row.sendsY { events.append(.set(voice, .y, note.gain)) }
  }

  /// Sends `key`, and the `x` of a member channel's note, whose bend is the movement of a finger across the
  /// keys.
  func appendPosition(
    of note: HeldNote, bent semitones: Double, isMember: Bool, _ voice: VoiceNumber,
    _ events: inout [VoiceEvent]
  ) {
    let key = Double(note.pitch - surface.rows[note.row].row.lowestKey)
    guard isMember else { return events.append(.set(voice, .key, key)) }
    let bent = key + semitones + 0.5
    events.append(.set(voice, .key, bent.rounded(.down)))
    events.append(.set(voice, .x, bent - bent.rounded(.down)))
  }

  /// Sends `timbre`, and the `y` of a member channel's note.
  func appendTimbre(
    _ timbre: Double, _ note: HeldNote, _ state: PortState, _ voice: VoiceNumber,
    _ events: inout [VoiceEvent]
  ) {
    if state.master(of: note.channel) != nil { events.append(.set(voice, .y, timbre)) }
    events.append(.set(voice, .timbre, timbre))
  }

  // MARK: Ends

  mutating func endUnlessPedalled(_ index: Int, into events: inout [VoiceEvent]) {
    guard !notes[index].isOver, !notes[index].isDown else { return }
    guard let port = ports.firstIndex(where: { $0.port == notes[index].port }) else { return }
    guard isPedalled(index, port: port), let voice = notes[index].voice else {
      return end(index, into: &events)
    }
    tellPedals(ofNote: index, port: port, voice, into: &events)
    keepExpression(ofNote: index, port: port)
  }

  /// Whether a pedal holds the note.
  private func isPedalled(_ index: Int, port: Int) -> Bool { pedals(ofNote: index, port: port) != 0 }

  /// The pedals that hold the note: 1 for sustain, 2 for sostenuto.
  private func pedals(ofNote index: Int, port: Int) -> Int {
    let note = notes[index]
    guard !note.isStep else { return 0 }
    return (ports[port].sustains(note.channel) ? 1 : 0) | (note.isSostenuto ? 2 : 0)
  }

  private mutating func tellPedals(
    ofNote index: Int, port: Int, _ voice: VoiceNumber, into events: inout [VoiceEvent]
  ) {
    let pedals = pedals(ofNote: index, port: port)
    guard configuration.sendsPedals, notes[index].pedals != pedals else { return }
    notes[index].pedals = pedals
    events.append(.set(voice, .pedals, Double(pedals)))
  }

  /// Separates a note that a pedal holds from its member channel, which the next note may get.
  mutating func keepExpression(ofNote index: Int, port: Int) {
    guard notes[index].kept == nil, let expression = ports[port].expression(of: notes[index].channel) else {
      return
    }
    notes[index].kept = expression
    if let voice = notes[index].voice { allocator.keepBend(voice) }
  }

  /// Ends a note even if a pedal holds it. In the modes with hand-over, its voice is handed over.
  mutating func end(_ index: Int, into events: inout [VoiceEvent]) {
    let note = notes[index]
    lift(note: index, into: &events)
    notes[index].isOver = true
    notes[index].strikes = 0
    guard let voice = note.voice else { return }
    guard !isInstrument else { return endOnInstrument(index, into: &events) }
    endVoice(voice, into: &events)
    handOver(row: note.row, toFingers: false, into: &events)
  }

  // MARK: One voice without polyphony

  /// The newest note controls the instrument; the others wait.
  private mutating func writeInstrument(note index: Int, opensGate: Bool, into events: inout [VoiceEvent]) {
    guard let port = ports.firstIndex(where: { $0.port == notes[index].port }) else { return }
    for other in notes.indices { notes[other].voice = nil }
    notes[index].voice = Self.instrumentVoice
    describe(notes[index], port: port, voice: Self.instrumentVoice, into: &events)
    if opensGate { events.append(.set(Self.instrumentVoice, .gate, 1)) }
  }

  private mutating func endOnInstrument(_ index: Int, into events: inout [VoiceEvent]) {
    notes[index].voice = nil
    if let next = notes.lastIndex(where: \.isWaiting) {
      writeInstrument(note: next, opensGate: false, into: &events)
    } else {
      events.append(.set(Self.instrumentVoice, .gate, 0))
    }
  }
}
