import ArgumentParser
import SpinetRealtime
import SpinetText

/// The command that the words of a command line name: `map check` of `spinet map check wrong.yaml`.
struct CommandPath {
  /// From the program's own name on.
  private(set) var names = ["spinet"]
  /// The first word that names no command; nil when all do.
  private(set) var next: String?
  /// The last command that is named.
  private(set) var command: any ParsableCommand.Type = Spinet.self
  /// Whether it is `help map check` instead of `map check`.
  private let isForHelp: Bool

  /// - Parameter words: of the command line, without the program's own name.
  init(_ words: some Collection<String>) {
    isForHelp = words.first == "help"
    for word in words.dropFirst(isForHelp ? 1 : 0) {
      guard let next = command.subcommand(named: word) else {
        self.next = word
        break
      }
      names.append(word)
      command = next
    }
  }

  /// The commands that are possible as the next word.
  var choices: [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }.sorted()
  }

  /// Refuses help on a command that does not exist: the parser would print the help of the one before.
  func checkHelp() throws(SpinetError) {
    guard isForHelp, let next, !next.hasPrefix("-") else { return }
    let near = nearestName(to: next, among: choices).map { near in
      (["spinet", "help"] + names.dropFirst() + [near]).joined(separator: " ")
    }
    throw SpinetError(
      .unknownName, what: "'\(next)'", why: "there is no command of that name",
      remedy: near.map { "did you mean '\($0)'?" } ?? "see '\(names.joined(separator: " ")) --help'")
  }

  /// Parses the words with the named command directly. Through the root, each parent would parse them first, which
  /// takes longer than a short command itself.
  ///
  /// - Parameter words: as for `init`.
  /// - Returns: nil if the root command has to parse them: for help, errors, and a missing command name.
  func parse(_ words: some Collection<String>) -> (any ParsableCommand)? {
    guard !isForHelp, names.count > 1, command.configuration.subcommands.isEmpty else { return nil }
    let parsed = try? command.parseAsRoot(Array(words.dropFirst(names.count - 1)))
    guard let parsed, type(of: parsed) == command else { return nil }
    return parsed
  }

  /// As a user would type it; `spinet` alone is `spinet play`.
  var text: String { (names.count > 1 ? names : names + ["play"]).joined(separator: " ") }
}

extension ParsableCommand {
  fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

/// A misspelt command: `montior`, `map chekc`.
///
/// The root command takes such a word as the name of a patch. So this is checked only after that has failed.
struct MistypedCommand {
  private let word: String
  private let meant: String

  /// Nil when no command has a similar name.
  init?(in path: CommandPath) {
    guard let word = path.next, !word.hasPrefix("-"), let near = nearestName(to: word, among: path.choices)
    else { return nil }
    self.word = word
    meant = (path.names + [near]).joined(separator: " ")
  }

  /// The error to report instead of `error`; nil when that one has another reason.
  func error(insteadOf error: any Error) -> SpinetError? {
    let isMissingPatch =
      (error as? SpinetError).map { $0.code == .notFound && $0.what == "patch '\(word)'" } ?? false
    let isWrongUse = Spinet.exitCode(for: error) == .validationFailure
    guard isMissingPatch || isWrongUse else { return nil }
    return SpinetError(
      .unknownName, what: "'\(word)'", why: "there is no command of that name",
      remedy: "did you mean '\(meant)'?")
  }
}
