/// What a key pressed in the terminal asks for.
public enum TerminalAction: Equatable, Sendable {
  case quit
  case toggleEngine
  case panic
  case octave(Int)
  case help

  /// The action of a typed byte.
  public init?(key: UInt8) {
    switch Character(UnicodeScalar(key)) {
    case "q", "\u{04}": self = .quit
    case "e": self = .toggleEngine
    case "p", " ": self = .panic
    case "+", "=": self = .octave(1)
    case "-", "_": self = .octave(-1)
    case "?", "h": self = .help
    default: return nil
    }
  }

  /// The keys, in one line.
  public static let keys = "q quit   e engine on/off   p panic   + - octave"
}
