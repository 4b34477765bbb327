import Testing

/// The library advises without options and commands, because a program that uses it has none; the command adds them.
struct OptionWordTests {
  /// What gives options to Csound, or to the system's programs.
  private static let callers: Set = [
    "Sources/Engines/Csound/CsoundInstance.swift", "Sources/Engines/Csound/Reading/OrchestraOptions.swift",
    "Sources/Realtime/RealtimeKit.swift",
  ]

  /// Everything that the command is made of.
  private static let libraries = Repository.swiftFiles(below: "Sources").filter { file in
    !file.hasPrefix("Sources/spinet/")
  }

  /// The scripts and documents of the panel's page.
  private static let page = ["js", "css", "html"].flatMap {
    Repository.files(below: "Sources/Panel/Page", ending: $0)
  }

  /// The lines of a file that are no comments.
  private static func code(of file: String) throws -> [Substring] {
    try Repository.text(of: file).split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("//")
    }
  }

  /// The names of the command's subcommands.
  private static func commands() throws -> Set<Substring> {
    let files = Repository.swiftFiles(below: "Sources/spinet")
    return Set(
      try files.flatMap { try Repository.text(of: $0).matches(of: /commandName: "([a-z]+)"/).map(\.1) })
  }

  /// The names of the command's options: those of its properties, and those that are given.
  private static func options() throws -> Set<String> {
    let texts = try Repository.swiftFiles(below: "Sources/spinet").map { try Repository.text(of: $0) }
    return Set(
      texts.flatMap { text in
        text.matches(of: /\bvar (\w+)/).map { hyphenated(String($0.1)) }
          + text.matches(of: /customLong\("([a-z-]+)"/).map { String($0.1) }
      })
  }

  /// `noTerminal` as `no-terminal`.
  private static func hyphenated(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  @Test func `No message of the library names an option of the command`() throws {
    let options = /[ '`"]--([a-z]+)|['`]-[a-z]\b/
    for file in Self.libraries where !Self.callers.contains(file) {
      for line in try Self.code(of: file) where line.utf8.contains(UInt8(ascii: "-")) {
        for option in line.matches(of: options) {
          // What builds the program is a person's own, and macros are Csound's.
          #expect(["traits", "omacro", "smacro"].contains(option.1), "\(file) names \(option.0)")
        }
      }
    }
  }

  @Test func `No message of the library names a command`() throws {
    let commands = try Self.commands()
    #expect(commands.isSuperset(of: ["play", "engine", "widgets", "devices"]) && Self.page.count > 20)
    let named = /spinet ([a-z]+)/
    for file in Self.libraries + Self.page {
      for line in try Self.code(of: file) where line.contains("spinet ") {
        for words in line.matches(of: named) {
          #expect(!commands.contains(words.1), "\(file) names \(words.0)")
        }
      }
    }
  }

  @Test func `Every option and command in the command's words for remedies exists`() throws {
    let words = try Self.code(of: "Sources/spinet/CommandWords.swift").joined(separator: "\n")
    let options = words.matches(of: /--([a-z-]+)/).map { String($0.1) }
    let commands = words.matches(of: /['`]spinet ([a-z]+)/).map(\.1)
    #expect(options.count > 20 && commands.count > 8)
    let known = (try Self.options(), try Self.commands())
    for option in options { #expect(known.0.contains(option), "--\(option)") }
    for command in commands { #expect(known.1.contains(command), "spinet \(command)") }
  }
}
