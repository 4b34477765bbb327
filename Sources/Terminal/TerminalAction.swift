import SpinetMIDI

/// The action of a key that is pressed in the terminal.
package enum TerminalAction: Equatable, Sendable {
  case quit
  case toggleEngine
  case panic
  case octave(Int)
  case help
  /// From now on letters play notes, from this MIDI key upwards.
  case typing(from: UInt8)
  /// From now on letters are commands again.
  case commands
  case noteOn(UInt8)
  case noteOff(UInt8)
  /// A key without an action.
  case unknown(Character)

  /// The command of a typed key.
  init?(_ key: KeyReader.Key) {
    switch key {
    case .endOfInput: self = .quit
    case .character(let character): self.init(character)
    default: return nil
    }
  }

  private init?(_ character: Character) {
    switch character {
    case "q": self = .quit
    case "e": self = .toggleEngine
    case "p", " ": self = .panic
    case "+", "=": self = .octave(1)
    case "-", "_": self = .octave(-1)
    case "?", "h": self = .help
    case let key where key.isLetter || key.isNumber: self = .unknown(key)
    default: return nil
    }
  }

  /// The keys, in one line.
  package static let keys = "q quit   e engine on/off   p panic   + - octave   t type notes   h help"

  /// The line to print for a key whose effect the live line does not show; nil if the action prints its own.
  var answer: String? {
    switch self {
    case .quit, .toggleEngine, .noteOn, .noteOff, .octave: nil
    case .panic: "all notes are ended"
    case .help: Self.keys
    case .typing(let lowest): "\(TypedNotes.about) from \(Self.name(lowest))"
    case .commands: "the letters are commands again: \(Self.keys)"
    case .unknown(let key): "'\(key)' does nothing; keys: \(Self.keys)"
    }
  }

  /// The name of a MIDI key.
  static func name(_ key: UInt8) -> String { NoteName(key: Int(key))?.description ?? "\(key)" }
}
