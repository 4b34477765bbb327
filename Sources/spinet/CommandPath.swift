import ArgumentParser
import SpinetRealtime
import SpinetText

/// The command that the words of a command line name: `map check` of `spinet map check wrong.yaml`.
struct CommandPath {
  /// From the program's own name on.
  private(set) var names = ["spinet"]
  /// The first word that names no command; nil when all do.
  private(set) var next: String?
  /// The commands that could have stood in its place.
  private(set) var choices: [String]
  /// Whether it is `help map check` instead of `map check`.
  private let isForHelp: Bool

  /// - Parameter words: of the command line, without the program's own name.
  init(_ words: some Collection<String>) {
    isForHelp = words.first == "help"
    var commands = Self.commands(of: Spinet.self)
    for word in words.dropFirst(isForHelp ? 1 : 0) {
      guard let command = commands[word] else {
        next = word
        break
      }
      names.append(word)
      commands = Self.commands(of: command)
    }
    choices = commands.keys.sorted()
  }

  private static func commands(of command: any ParsableCommand.Type) -> [String: any ParsableCommand.Type] {
    let named = command.configuration.subcommands.map { ($0.configuration.commandName ?? "", $0) }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  /// Refuses help on a command that does not exist: the parser would print the help of the one before.
  func checkHelp() throws(SpinetError) {
    guard isForHelp, let next, !next.hasPrefix("-") else { return }
    let near = nearestName(to: next, among: choices).map { near in
      (["spinet", "help"] + names.dropFirst() + [near]).joined(separator: " ")
    }
    throw SpinetError(
      .usage, what: "'\(next)'", why: "there is no command of that name",
      remedy: near.map { "did you mean '\($0)'?" } ?? "see '\(names.joined(separator: " ")) --help'")
  }

  /// As a person would write it; `spinet` alone is `spinet play`.
  var text: String { (names.count > 1 ? names : names + ["play"]).joined(separator: " ") }
}

/// A misspelt command: `montior`, `map chekc`.
///
/// The root command takes such a word for the name of a patch. So this is asked only after that has failed.
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
    let isMissingPatch = (error as? SpinetError).map { $0.what == "patch '\(word)'" } ?? false
    let isWrongUse = Spinet.exitCode(for: error) == .validationFailure
    guard isMissingPatch || isWrongUse else { return nil }
    return SpinetError(
      .usage, what: "'\(word)'", why: "there is no command of that name", remedy: "did you mean '\(meant)'?")
  }
}
