import MIDI

/// What MIDI notes do to the surface of an instrument that listens to touches: each has a finger on the key
/// that plays it, and where the key is a string's, the other hand plucks or bows it.
extension SmartKeyboard {
  /// Room for the fingers of notes beside those of the surface. Both take the lowest number that is free, as
  /// programs expect it of `x0`; a byte holds them all.
  static func fingersOfNotes(_ configuration: KeyboardConfiguration) -> Int {
    configuration.listensToTouches ? min(64, 256 - configuration.maximumFingers) : 0
  }

  /// The note's finger comes down.
  mutating func touch(note index: Int, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches, let port = port(of: notes[index]) else { return }
    let note = notes[index]
    if ports[port].pressure(of: note.channel) == nil {
      events.append(.set(Self.instrumentVoice, .pressure, note.gain))
    }
    press(place(of: note, ports[port]), for: note, into: &events)
    guard rows[note.row].isString else { return }
    tuneString(of: note, ports[port], into: &events)
    soundString(of: note, into: &events)
  }

  /// The note's fingers lift; a string that another note still stops is tuned to that.
  mutating func lift(note index: Int, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches, let port = port(of: notes[index]) else { return }
    let note = notes[index]
    for slot in fingers.indices where fingers[slot].hand == .note(note.serial) {
      leave(slot, into: &events)
      fingers[slot].hand = nil
    }
    func isHeld(_ other: HeldNote) -> Bool { other.serial != note.serial && !other.isOver }
    if rows[note.row].isString, let last = notes.last(where: { isHeld($0) && $0.row == note.row }),
      let itsPort = self.port(of: last)
    {
      tuneString(of: last, ports[itsPort], into: &events)
    }
    guard !notes.contains(where: isHeld) else { return }
    bow.rest()
    if ports[port].pressure(of: note.channel) == nil {
      events.append(.set(Self.instrumentVoice, .pressure, 0))
    }
  }

  /// Moves the fingers of notes by what their channels' controllers say.
  mutating func moveTouches(port: Int, in channels: ClosedRange<Int>, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches else { return }
    for note in notes where note.port == ports[port].port && channels.contains(note.channel.index) {
      guard !note.isOver else { continue }
      if rows[note.row].isString { tuneString(of: note, ports[port], into: &events) }
      let place = place(of: note, ports[port])
      for slot in fingers.indices where fingers[slot].hand == .note(note.serial) {
        // The finger of the other hand is elsewhere.
        guard fingers[slot].touch.row == place.row, fingers[slot].touch != place else { continue }
        fingers[slot].touch = place
        send(.move, slot, into: &events)
      }
    }
  }

  // MARK: Keys

  /// Where a note touches the surface. A keyboard of one key is as wide as MIDI's; on others a whole bend
  /// leads from the middle of the key to its edge. It is as far from the top as the note is strong.
  private func place(of note: HeldNote, _ port: PortState) -> KeyGeometry.Touch {
    let row = rows[note.row].row
    let key = row.key(nearest: Double(note.pitch))
    let bend = Double(port.channels[note.channel.index].bend) / 16384
    var x = row.keyCount == 1 ? port.placeOnPad(note) : 0.5 + bend
    var y = port.timbre(of: note.channel) ?? strength(of: note, port)
    if case .bows(_, isOnString: true) = otherHand { (x, y) = bowPlace(on: row, y: y) }
    return KeyGeometry.Touch(row: note.row, key: key, place: Double(key) + x, x: x, y: y)
  }

  private func strength(of note: HeldNote, _ port: PortState) -> Double {
    note.pressure ?? port.pressure(of: note.channel) ?? note.gain
  }

  /// A finger of the note comes down there; a key that another holds down comes up first.
  private mutating func press(
    _ place: KeyGeometry.Touch, for note: HeldNote, into events: inout [VoiceEvent]
  ) {
    guard let slot = fingers.firstIndex(where: { $0.hand == nil }) else { return }
    fingers[slot].hand = .note(note.serial)
    fingers[slot].isMuted = false
    fingers[slot].touch = place
    if rows[place.row].lit[place.key] { sendStatus(.up, slot, into: &events) }
    enter(slot, into: &events)
  }

  // MARK: Strings

  private func tuneString(of note: HeldNote, _ port: PortState, into events: inout [VoiceEvent]) {
    guard rows[note.row].row.sendsKeyboardFreq else { return }
    let hertz = retuning.hertz(Double(note.pitch), on: note.channel, in: configuration.tuning)
    let bend = Semitones.ratio(port.bendSemitones(of: note.channel))
    events.append(.set(.all, .keyboardFreq(UInt8(note.row)), hertz))
    events.append(.set(.all, .keyboardBend(UInt8(note.row)), bend))
  }

  private mutating func soundString(of note: HeldNote, into events: inout [VoiceEvent]) {
    switch otherHand {
    case .rests: break
    case .plucks(let row):
      let string = rows[..<note.row].count(where: \.isString)
      let key = min(string, rows[row].row.keyCount - 1)
      let place = KeyGeometry.Touch(row: row, key: key, place: Double(key) + 0.5, x: 0.5, y: note.gain)
      press(place, for: note, into: &events)
    case .bows: bow.begin(at: now)
    }
  }

  // MARK: The bow

  mutating func advanceBow(into events: inout [VoiceEvent]) {
    guard case .bows(let row, let isOnString) = otherHand, bow.tick != nil else { return }
    guard let note = notes.last(where: { !$0.isOver }), let port = port(of: note) else { return bow.rest() }
    guard bow.advance(to: now, strength: strength(of: note, ports[port])) else { return }
    sendBow(on: isOnString ? note.row : row, y: ports[port].timbre(of: note.channel) ?? 0.5, into: &events)
  }

  /// Tells where the bow is by whichever names the keyboard tells places; where it tells none, as `x` and
  /// `y`.
  private func sendBow(on index: Int, y: Double, into events: inout [VoiceEvent]) {
    let row = rows[index].row
    let (x, y) = bowPlace(on: row, y: y)
    if row.sendsX || !row.tellsPlaces { events.append(.set(.all, .x, x)) }
    if row.sendsY || !row.tellsPlaces { events.append(.set(.all, .y, y)) }
    if row.sendsKeyX { events.append(.set(.all, .keyX(keyboard: UInt8(index), key: 0), x)) }
    if row.sendsKeyY { events.append(.set(.all, .keyY(keyboard: UInt8(index), key: 0), y)) }
  }

  /// Across the keys where the keyboard can tell that, else up and down.
  private func bowPlace(on row: KeyboardRow, y: Double) -> (x: Double, y: Double) {
    row.sendsX || row.sendsKeyX || !row.tellsPlaces ? (bow.place, y) : (0.5, bow.place)
  }

  private func port(of note: HeldNote) -> Int? { ports.firstIndex { $0.port == note.port } }
}

extension PortState {
  /// Where on a keyboard of one key a note lies, 0–1 for MIDI's lowest key to its highest.
  func placeOnPad(_ note: HeldNote) -> Double {
    min(max((Double(note.pitch) + bendSemitones(of: note.channel)) / 127, 0), 1)
  }
}

extension KeyboardRow {
  /// Whether a finger's place within a key is sent at all.
  fileprivate var tellsPlaces: Bool { sendsX || sendsY || sendsKeyX || sendsKeyY }

  /// The key, counted from the left, whose pitch is nearest.
  fileprivate func key(nearest pitch: Double) -> Int {
    func distance(_ key: Int) -> Double { abs(self.pitch(ofKey: key) - pitch) }
    return (0..<keyCount).min { distance($0) < distance($1) } ?? 0
  }
}
