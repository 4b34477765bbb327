import ArgumentParser
import SpinetTools

/// What the shell offers for arguments, by the scripts of `spinet --generate-completion-script`.
extension CompletionKind {
  static let instrument = offering { Suggestions.instruments(after: $0) }
  static let mapping = offering { Suggestions.mappings(after: $0) }
  static let keyboard = offering { Suggestions.keyboards(after: $0) }
  static let song = offering { Suggestions.songs(after: $0) }
  static let songOrSound = offering { Suggestions.songs(after: $0) + Suggestions.instruments(after: $0) }
  static let patch = offering { _ in Suggestions.patches() }
  static let widget = offering { _ in Suggestions.widgets() }
  static let setting = offering { _ in Suggestions.widgets().map { $0 + "=" } }
  static let scene = offering { _ in Suggestions.scenes() }
  static let running = offering { _ in Suggestions.running() }
  static let port = offering { _ in Suggestions.ports() }
  static let pcm = offering { _ in Suggestions.outputs() }
  static let inputPCM = offering { _ in Suggestions.inputs() }
  static let soundFile = file(extensions: ["wav", "aiff", "aif", "flac"])

  /// - Parameter words: returns the possible words for the beginning that was typed.
  private static func offering(_ words: @escaping @Sendable (String) -> [String]) -> CompletionKind {
    custom { _, _, begun in
      let shell = CompletionShell.requesting
      return words(begun).map { shell?.candidate($0) ?? $0 }
    }
  }
}

extension CompletionShell {
  /// A word as the shell's script takes it, so that the shell completes it to that word.
  func candidate(_ word: String) -> String {
    switch self {
    case .bash: Self.quotedForBash(word)
    // After a colon, the script expects a description.
    case .zsh: word.replacing(":", with: "\\:")
    default: word
    }
  }

  /// bash expands each candidate before it inserts it, so special characters need a backslash that survives the
  /// expansion. Otherwise a MIDI port's name could run a command.
  private static func quotedForBash(_ word: String) -> String {
    let typed = word.map { isPlain($0) ? String($0) : "\\\($0)" }.joined()
    return "'\(typed.replacing("'", with: "'\\''"))'"
  }

  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber || "_./:=+-,@%^".contains(character)
  }
}
