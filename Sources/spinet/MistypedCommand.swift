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

  /// - Parameter words: of the command line, without the program's own name.
  init?(in words: some Sequence<String>) {
    var path = ["spinet"]
    var names = Self.names(of: Spinet.self)
    for word in words {
      if let command = names[word] {
        path.append(word)
        names = Self.names(of: command)
      } else {
        guard !word.hasPrefix("-"), let near = nearestName(to: word, among: names.keys.sorted()) else {
          return nil
        }
        self.word = word
        meant = (path + [near]).joined(separator: " ")
        return
      }
    }
    return nil
  }

  private static func names(of command: any ParsableCommand.Type) -> [String: any ParsableCommand.Type] {
    let named = command.configuration.subcommands.map { ($0.configuration.commandName ?? "", $0) }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
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
