import SpinetRealtime

/// Two rows of letters as a piano, laid out as on the panel: A is a C, W the C sharp, K the C above.
///
/// A terminal does not report the release of a key. So a note ends after a moment. A key that is held continues to
/// sound, because the terminal repeats it. Notes that are typed quickly sound together.
struct TypedNotes {
  private static let letters = Array("awsedftgyhujkolp;'")
  private static let octaveLetters: [Character: Int] = ["z": -12, "x": 12]

  /// In seconds. The length of a note: longer than a keyboard waits before it repeats a key.
  static let seconds = 0.75
  /// In seconds. A key that comes again within this time is repeated by the terminal, because a finger is slower.
  static let repeatSeconds = 0.1

  static let about = """
    the letters play: \(letters.map(String.init).joined(separator: " ")) are notes, z and x change the octave, Enter ends it; \
    notes
    """

  private struct Note {
    let key: UInt8
    var pressed: HostTime
    var end: HostTime { pressed.advanced(bySeconds: TypedNotes.seconds) }
  }

  private(set) var lowest: UInt8 = 60
  private var sounding: [Note] = []

  /// Nil for a letter that plays no note.
  mutating func press(_ letter: Character, at now: HostTime) -> [TerminalAction]? {
    let letter = Character(letter.lowercased())
    if let step = Self.octaveLetters[letter] {
      lowest = UInt8(min(96, max(12, Int(lowest) + step)))
      return [.typing(from: lowest)]
    }
    return Self.letters.firstIndex(of: letter).map { strike(lowest + UInt8($0), at: now) }
  }

  private mutating func strike(_ key: UInt8, at now: HostTime) -> [TerminalAction] {
    guard let index = sounding.firstIndex(where: { $0.key == key }) else {
      sounding.append(Note(key: key, pressed: now))
      return [.noteOn(key)]
    }
    let pause = Double(now.nanoseconds(since: sounding[index].pressed)) * 1e-9
    sounding[index].pressed = now
    return pause < Self.repeatSeconds ? [] : [.noteOff(key), .noteOn(key)]
  }

  /// Ends the notes that are over.
  mutating func advance(to now: HostTime) -> [TerminalAction] {
    let ended = sounding.filter { $0.end <= now }
    sounding.removeAll { $0.end <= now }
    return ended.map { .noteOff($0.key) }
  }

  mutating func release() -> [TerminalAction] {
    defer { sounding.removeAll() }
    return sounding.map { .noteOff($0.key) }
  }

  /// When `advance` must be called next.
  var nextEnd: HostTime? { sounding.map(\.end).min() }
}

/// The actions of typed keys: commands, or notes after a `t`. [screen-thread]
struct TypedKeys {
  private var notes = TypedNotes()
  private(set) var isPlaying = false

  mutating func take(_ key: KeyReader.Key, at now: HostTime) -> [TerminalAction] {
    guard isPlaying else {
      guard key == .character("t") || key == .character("T") else {
        return [TerminalAction(key)].compactMap(\.self)
      }
      isPlaying = true
      return [.typing(from: notes.lowest)]
    }
    switch key {
    case .enter, .escape, .character("q"), .character("T"): return end() + [.commands]
    case .character(let letter): return notes.press(letter, at: now) ?? command(key)
    default: return command(key)
    }
  }

  /// The space bar, the digits and the signs keep their meaning while letters are notes.
  private func command(_ key: KeyReader.Key) -> [TerminalAction] {
    switch TerminalAction(key) {
    case .unknown, nil: []
    case let action?: [action]
    }
  }

  /// Ends all sounding notes. Letters are commands again.
  mutating func end() -> [TerminalAction] {
    isPlaying = false
    return notes.release()
  }

  mutating func advance(to now: HostTime) -> [TerminalAction] { notes.advance(to: now) }

  /// The text for the live line.
  var text: String { isPlaying ? "typing from \(TerminalAction.name(notes.lowest))" : "" }

  /// How long to wait for a key at most.
  func longestWaitMilliseconds(at now: HostTime) -> Int32 {
    guard let end = notes.nextEnd else { return 100 }
    return Int32(clamping: min(100, max(0, end.nanoseconds(since: now) / 1_000_000 + 1)))
  }
}
