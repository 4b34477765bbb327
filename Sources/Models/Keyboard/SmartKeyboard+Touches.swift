import SpinetEngine
import SpinetMIDI

/// MIDI notes as touches, for instruments that follow the values of each keyboard. Each note has a finger on
/// the key that plays it. If the key sets the pitch of a string, the string is plucked or bowed as well.
extension SmartKeyboard {
  /// Presses the finger of the note.
  mutating func touch(note index: Int, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches, let port = port(of: notes[index]) else { return }
    let note = notes[index]
    if ports[port].pressure(of: note) == nil {
      events.append(.set(Self.instrumentVoice, .pressure, note.gain))
    }
    press(touch(of: note, ports[port]), for: note, into: &events)
    guard surface.rows[note.row].isString else { return }
    tuneString(of: note, ports[port], into: &events)
    soundString(of: note, into: &events)
  }

  /// Lifts the fingers of the note. A string that another note still holds is tuned to that note.
  mutating func lift(note index: Int, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches, let port = port(of: notes[index]) else { return }
    let note = notes[index]
    for slot in surface.fingers.indices where surface.fingers[slot].owner == .note(note.serial) {
      leave(slot, into: &events)
      surface.fingers[slot].owner = nil
    }
    func isHeld(_ other: HeldNote) -> Bool { other.serial != note.serial && !other.isOver }
    if surface.rows[note.row].isString, let last = notes.last(where: { isHeld($0) && $0.row == note.row }),
      let itsPort = self.port(of: last)
    {
      tuneString(of: last, ports[itsPort], into: &events)
    }
    guard !notes.contains(where: isHeld) else { return }
    bow.rest()
    if ports[port].pressure(of: note) == nil {
      events.append(.set(Self.instrumentVoice, .pressure, 0))
    }
  }

  /// Moves the fingers of notes according to the controllers of their channels.
  mutating func moveTouches(port: Int, in channels: ClosedRange<Int>, into events: inout [VoiceEvent]) {
    guard configuration.listensToTouches else { return }
    for note in notes where note.port == ports[port].port && channels.contains(note.channel.index) {
      guard !note.isOver else { continue }
      if surface.rows[note.row].isString { tuneString(of: note, ports[port], into: &events) }
      let touch = self.touch(of: note, ports[port])
      for slot in surface.fingers.indices where surface.fingers[slot].owner == .note(note.serial) {
        // The finger that plucks is on another row.
        guard surface.fingers[slot].touch.row == touch.row, surface.fingers[slot].touch != touch else {
          continue
        }
        surface.fingers[slot].touch = touch
        send(.move, slot, into: &events)
      }
    }
  }

  // MARK: Keys

  /// The position at which a note touches the surface. A keyboard with a single key spans all MIDI keys. On
  /// others, a full bend moves from the middle of the key to its edge. A louder note touches further down.
  private func touch(of note: HeldNote, _ port: PortState) -> KeyGeometry.Touch {
    let row = surface.rows[note.row].row
    let key = row.key(nearest: Double(note.pitch))
    let bend = port.channels[note.channel.index].bend / 16384
    var x = row.keyCount == 1 ? port.padPosition(note) : 0.5 + bend
    var y = port.timbre(of: note) ?? strength(of: note, port)
    if case .bows(_, isOnString: true) = excitation { (x, y) = bowPosition(on: row, y: y) }
    return KeyGeometry.Touch(row: note.row, key: key, keyPosition: Double(key) + x, x: x, y: y)
  }

  private func strength(of note: HeldNote, _ port: PortState) -> Double {
    note.pressure ?? port.pressure(of: note) ?? note.gain
  }

  /// Presses a finger of the note at `touch`. A key that another note holds is released first.
  private mutating func press(
    _ touch: KeyGeometry.Touch, for note: HeldNote, into events: inout [VoiceEvent]
  ) {
    guard let slot = surface.fingers.firstIndex(where: { $0.owner == nil }) else { return }
    surface.fingers[slot].owner = .note(note.serial)
    surface.fingers[slot].isMuted = false
    surface.fingers[slot].touch = touch
    if surface.rows[touch.row].lit[touch.key] { sendStatus(.up, slot, into: &events) }
    enter(slot, into: &events)
  }

  // MARK: Strings

  private func tuneString(of note: HeldNote, _ port: PortState, into events: inout [VoiceEvent]) {
    guard surface.rows[note.row].row.sendsKeyboardFreq else { return }
    let hertz = retuning.hertz(Double(note.pitch), on: note.channel, in: configuration.tuning)
    let bend = Semitones.ratio(port.bendSemitones(of: note.channel))
    events.append(.set(.all, .keyboardFreq(UInt8(note.row)), hertz))
    events.append(.set(.all, .keyboardBend(UInt8(note.row)), bend))
  }

  private mutating func soundString(of note: HeldNote, into events: inout [VoiceEvent]) {
    switch excitation {
    case .rests: break
    case .plucks(let row):
      let string = surface.rows[..<note.row].count(where: \.isString)
      let key = min(string, surface.rows[row].row.keyCount - 1)
      let touch = KeyGeometry.Touch(row: row, key: key, keyPosition: Double(key) + 0.5, x: 0.5, y: note.gain)
      press(touch, for: note, into: &events)
    case .bows: bow.begin(at: now)
    }
  }

  // MARK: The bow

  mutating func advanceBow(into events: inout [VoiceEvent]) {
    guard case .bows(let row, let isOnString) = excitation, bow.tick != nil else { return }
    guard let note = notes.last(where: { !$0.isOver }), let port = port(of: note) else { return bow.rest() }
    guard bow.advance(to: now, strength: strength(of: note, ports[port])) else { return }
    sendBow(on: isOnString ? note.row : row, y: ports[port].timbre(of: note) ?? 0.5, into: &events)
  }

  /// Sends the position of the bow under the names that the keyboard uses for positions. If it has none, as `x` and
  /// `y`.
  private func sendBow(on index: Int, y: Double, into events: inout [VoiceEvent]) {
    let row = surface.rows[index].row
    let (x, y) = bowPosition(on: row, y: y)
    if row.sendsX || !row.reportsPosition { events.append(.set(.all, .x, x)) }
    if row.sendsY || !row.reportsPosition { events.append(.set(.all, .y, y)) }
    if row.sendsKeyX { events.append(.set(.all, .keyX(keyboard: UInt8(index), key: 0), x)) }
    if row.sendsKeyY { events.append(.set(.all, .keyY(keyboard: UInt8(index), key: 0), y)) }
  }

  /// Moves across the keys if the keyboard sends that position, otherwise up and down.
  private func bowPosition(on row: KeyboardRow, y: Double) -> (x: Double, y: Double) {
    row.sendsX || row.sendsKeyX || !row.reportsPosition ? (bow.position, y) : (0.5, bow.position)
  }

  private func port(of note: HeldNote) -> Int? { ports.firstIndex { $0.port == note.port } }
}

extension PortState {
  /// The position of a note on a keyboard with a single key: 0 is MIDI's lowest key, 1 the highest.
  func padPosition(_ note: HeldNote) -> Double {
    min(max((Double(note.pitch) + bendSemitones(of: note.channel)) / 127, 0), 1)
  }
}

extension KeyboardRow {
  /// Whether any position of a finger within a key is sent.
  fileprivate var reportsPosition: Bool { sendsX || sendsY || sendsKeyX || sendsKeyY }

  /// The key with the nearest pitch, counted from the left.
  func key(nearest pitch: Double) -> Int {
    var (nearest, least) = (0, Double.infinity)
    for key in 0..<keyCount where least > 0 {
      let distance = abs(self.pitch(ofKey: key) - pitch)
      if distance < least { (nearest, least) = (key, distance) }
    }
    return nearest
  }
}
