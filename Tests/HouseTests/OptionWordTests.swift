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
    !file.hasPrefix("Sources/spinet/") && !file.hasPrefix("Sources/Terminal/")
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

  /// The library's half of every pair in the command's table.
  private static func phrases() throws -> [String] {
    let table = try Repository.text(of: "Sources/spinet/OptionWords.swift")
    return table.matches(of: /(?m)^ +\("([^"]+)",/).map { String($0.1) }
  }

  @Test func `No message of the library names an option of the command`() throws {
    for file in Self.libraries where !Self.callers.contains(file) {
      for line in try Self.code(of: file) {
        for option in line.matches(of: /[ '`"]--([a-z]+)|['`]-[a-z]\b/) {
          // What builds the program is a person's own.
          #expect(option.1 == "traits", "\(file) names \(option.0)")
        }
      }
    }
  }

  @Test func `No message of the library names a command`() throws {
    let commands = try Self.commands()
    #expect(commands.isSuperset(of: ["play", "engine", "widgets", "devices"]))
    for file in Self.libraries {
      for line in try Self.code(of: file) {
        for words in line.matches(of: /spinet ([a-z]+)/) {
          #expect(!commands.contains(words.1), "\(file) names \(words.0)")
        }
      }
    }
  }

  @Test func `Every phrase to which the command adds its words is the library's`() throws {
    let texts = try Self.libraries.map { try Self.code(of: $0).joined(separator: "\n") }
    let phrases = try Self.phrases()
    #expect(phrases.count > 10)
    for phrase in phrases { #expect(texts.contains { $0.contains(phrase) }, "\(phrase)") }
  }
}
