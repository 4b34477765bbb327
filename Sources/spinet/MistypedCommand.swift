import ArgumentParser
import Documents
import Session

/// A word where a command's name is expected, which is none but is near to one: `montior`, `map chekc`.
///
/// The root takes such a word for the name of a patch, and is right when there is one: this is asked after that
/// has failed.
struct MistypedCommand {
  private let word: String
  private let meant: String

  init?(in path: CommandPath) {
    guard let word = path.next, !word.hasPrefix("-"), let near = nearestName(to: word, among: path.choices)
    else { return nil }
    self.word = word
    meant = (path.names + [near]).joined(separator: " ")
  }

  /// Nil when the error has another reason.
  func error(insteadOf error: any Error) -> SessionError? {
    let isMissingPatch = SessionError(error).map { $0.what == "patch '\(word)'" } ?? false
    let isWrongUse = Spinet.exitCode(for: error) == .validationFailure
    guard isMissingPatch || isWrongUse else { return nil }
    return SessionError(
      .usage, what: "'\(word)'", why: "there is no command of that name", remedy: "did you mean '\(meant)'?")
  }
}
