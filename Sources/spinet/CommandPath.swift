import ArgumentParser

/// The command that the words of a command line name: `map check` of `spinet map check wrong.yaml`.
struct CommandPath {
  /// From the program's own name on.
  private(set) var names = ["spinet"]
  /// The first word that names no command; nil when all do.
  private(set) var next: String?
  /// What could have stood in its place.
  private(set) var choices: [String]

  /// - Parameter words: of the command line, without the program's own name.
  init(_ words: some Sequence<String>) {
    var commands = Self.commands(of: Spinet.self)
    for word in words {
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

  /// As a person would write it; `spinet` alone is `spinet play`.
  var text: String { (names.count > 1 ? names : names + ["play"]).joined(separator: " ") }
}
