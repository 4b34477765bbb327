import SpinetMIDI
import SpinetMIDIFile

/// The contents of a MIDI file that `TakeFile` has written, besides its messages.
package struct RecordedTake: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case move(String, Double)
    /// The song beside it has this tempo from here on.
    case tempo(Double)
    /// - Parameter part: empty for none.
    case touch(JournalTouch, from: UInt32, part: String)
  }

  /// The sound; empty for the default patch.
  package private(set) var sound = ""
  /// The file or the name of the song that played beside it; nil for none.
  package private(set) var song: String?
  /// A file, or the name of a keyboard; nil if the sound chooses its own.
  package private(set) var keyboard: String?
  /// The widgets' values before the first note.
  package private(set) var states: [State] = []
  package private(set) var actions: [Timed<Action>] = []
  /// The names of the sources of the tracks.
  package private(set) var names: [UInt16: [String]] = [:]
  /// The tracks whose messages a mapping took. The moves of their widgets are in the actions.
  package private(set) var mappedTracks: Set<UInt16> = []

  /// The value of a widget.
  package struct State: Hashable, Sendable {
    package let name: String
    package let value: Double
  }

  /// Nil if the file is not a saved take.
  package init?(_ file: StandardMIDIFile) {
    var lines = file.specifics.compactMap { specific in
      TakeFile.text(of: specific.value.payload).map { (specific, $0) }
    }[...]
    guard lines.first?.1 == "take 1" else { return nil }
    lines.removeFirst()
    for (specific, text) in lines { read(text, at: specific.seconds, track: specific.value.track) }
  }

  private mutating func read(_ text: String, at seconds: Double, track: UInt16) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch words[0] {
    case "sound": sound = rest
    case "song": song = rest
    case "keyboard": keyboard = rest
    case "state": Self.setting(rest).map { states.append(State(name: $0.0, value: $0.1)) }
    case "widget": Self.setting(rest).map { actions.append(Timed(.move($0.0, $0.1), at: seconds)) }
    case "tempo":
      if let value = Double(rest), value.isFinite { actions.append(Timed(.tempo(value), at: seconds)) }
    case "finger": Self.touch(rest).map { actions.append(Timed($0, at: seconds)) }
    case "names":
      names[track] = rest.split(separator: TakeFile.separator).map(String.init)
    case "mapped": mappedTracks.insert(track)
    default: break
    }
  }

  /// `VALUE WIDGET`
  private static func setting(_ text: String) -> (String, Double)? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let value = Double(words[0]) else { return nil }
    return (String(words[1]), value)
  }

  private static func touch(_ text: String) -> Action? {
    let words = text.split(separator: " ", maxSplits: 7).map(String.init)
    guard words.count == 8, let source = UInt32(words[0]), let finger = Int32(words[1]),
      let phase = FingerPhase(named: words[2]), let x = Double(words[3]), let y = Double(words[4]),
      x.isFinite, y.isFinite
    else { return nil }
    let touch = JournalTouch(
      finger: finger, phase: phase, x: x, y: y, pressure: Float(words[5]), velocity: Float(words[6]))
    return .touch(touch, from: source, part: words[7] == "-" ? "" : words[7])
  }
}
