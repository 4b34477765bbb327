import Testing

/// The library advises without options, because a program that uses it has none; the command adds them.
struct OptionWordTests {
  /// Not what gives options to Csound, or to the system's programs.
  private static let libraries = [
    "Devices", "Engine", "Engines/Faust", "Engines/Mixer", "Engines/Sampler", "Engines/SoundFont",
    "Engines/Synth", "Engines/Csound/Performing", "Formats", "Kit", "Library", "Models", "Session", "Widgets",
  ].flatMap { Repository.swiftFiles(below: "Sources/\($0)") }

  /// The library's half of every pair in the command's table.
  private static func phrases() throws -> [String] {
    let table = try Repository.text(of: "Sources/spinet/OptionWords.swift")
    return table.matches(of: /(?m)^ +\("([^"]+)",/).map { String($0.1) }
  }

  @Test func `No message of the library names an option of the command`() throws {
    for file in Self.libraries {
      for option in try Repository.text(of: file).matches(of: /[ '`"]--([a-z]+)/).map(\.1) {
        // What builds the program is a person's own.
        #expect(option == "traits", "\(file) names --\(option)")
      }
    }
  }

  @Test func `Every phrase to which the command adds an option is the library's`() throws {
    let texts = try Self.libraries.map { try Repository.text(of: $0) }
    let phrases = try Self.phrases()
    #expect(phrases.count > 10)
    for phrase in phrases { #expect(texts.contains { $0.contains(phrase) }, "\(phrase)") }
  }
}
