import Foundation
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetFormats

/// Every example in the articles about the formats can be read, and their tables have every name that is, and no other.
struct FormatArticleTests {
  private static func article(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Formats")
    return try String(contentsOf: folder.appending(path: "Formats.docc/\(name).md"), encoding: .utf8)
  }

  private static func examples(in article: String) throws -> [String] {
    let parts = try self.article(article).components(separatedBy: "```yaml\n").dropFirst()
    let examples = parts.map { $0.components(separatedBy: "```")[0] }
    try #require(!examples.isEmpty)
    return examples
  }

  /// The words in code type in the table of a section, by row and column.
  private static func rows(in article: String, section: String) throws -> [[[String]]] {
    let text = try self.article(article).components(separatedBy: "# \(section)\n")
    let table = try #require(text.dropFirst().first).components(separatedBy: "\n##")[0]
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    try #require(!rows.isEmpty)
    return rows.map { row in
      row.split(separator: "|").map { column in column.matches(of: /`([^`]+)`/).map { String($0.1) } }
    }
  }

  /// The words in code type in the first columns of the table of a section.
  private static func names(in article: String, section: String, columns: Int = 1) throws -> [String] {
    try rows(in: article, section: section).flatMap { $0.prefix(columns).joined() }
  }

  // MARK: Mappings

  @Test func `Examples of mappings fit the synth`() throws {
    let widgets = WidgetSet(
      SynthEngine().widgets + ["engine.running", "panic"].map { Widget($0, kind: .toggle) })
    for example in try Self.examples(in: "MappingFiles") {
      let mapping = try Mapping(text: example, file: "example.yaml")
      #expect(mapping.check(against: widgets).filter { $0.severity == .error } == [], "\(example)")
    }
  }

  @Test func `Every mode of a mapping is described, and no other, and has an example`() throws {
    let names = try Self.names(in: "MappingFiles", section: "Modes")
    #expect(names == ControlMode.allCases.map(\.rawValue))
    let examples = try Self.examples(in: "MappingFiles").joined(separator: "\n")
    for name in names.dropFirst() { #expect(examples.contains("mode: \(name)"), "\(name)") }
  }

  @Test func `Every key and option of a mapping is described, and no other, and has an example`() throws {
    #expect(try Self.names(in: "MappingFiles", section: "The top level") == MappingReader.keys)
    let options = try Self.names(in: "MappingFiles", section: "Widgets")
    #expect(Set(options) == Set(TargetReader.options))
    let feedback = ["true", "false", "echo", "note 40"].map { "feedback: \($0)" }
    let examples = try Self.examples(in: "MappingFiles").joined(separator: "\n")
    for text in MappingReader.keys.map({ "\($0):" }) + options.map({ "\($0): " }) + feedback {
      #expect(examples.contains(text), "\(text)")
    }
  }

  @Test func `Every control is in the table, and no other`() throws {
    let names = try Self.names(in: "MappingFiles", section: "Controls")
    let words = names.map { String($0.prefix { $0 != " " }) }
    // A word may begin two kinds.
    let kinds = words.indices.filter { !words[..<$0].contains(words[$0]) }.map { words[$0] }
    #expect(kinds == Control.Kind.names)
  }

  @Test func `Every control in the table is read, and has an example of its own`() throws {
    for row in try Self.rows(in: "MappingFiles", section: "Controls") {
      for name in row[0] {
        let word = name.prefix { $0 != " " }
        #expect(row[1].contains { $0.split(separator: " ").contains(word) }, "\(name)")
      }
      for control in row[0].map(Self.filled) + row[1] {
        #expect(throws: Never.self) { try Control(control) }
      }
    }
  }

  /// A control from the table with something in the place of what it leaves open.
  private static func filled(_ name: String) -> String {
    name.replacing("motion READING", with: "motion gyroscope.y").replacing("face READING", with: "face size")
      .replacing("NOTE", with: "C4").replacing("N", with: "1")
  }

  @Test func `Every reading of motion and faces is in the table, and no other`() throws {
    let rows = try Self.rows(in: "MappingFiles", section: "Controls").filter { $0[0][0].hasSuffix("READING") }
    let names = rows.flatMap { row in
      Self.readings(row[2]).map { row[0][0].replacing("READING", with: $0) }
    }
    #expect(names == SensorReading.allCases.map(\.control))
  }

  /// The names that are meant: `a.x`, `.y` are a.x and a.y, and `region.9` is the last of nine.
  private static func readings(_ words: [String]) -> [String] {
    var all: [String] = []
    for word in words {
      if word.hasPrefix("."), let group = all.last?.prefix(while: { $0 != "." }) {
        all.append("\(group)\(word)")
      } else if word == "region.9" {
        all += (2...9).map { "region.\($0)" }
      } else {
        all.append(word)
      }
    }
    return all
  }

  // MARK: Keyboards

  @Test func `Examples of keyboards are read without a warning`() throws {
    for example in try Self.examples(in: "KeyboardFiles") {
      let file = try KeyboardFile(example, file: "example.yaml") { _ in "" }
      #expect(file.warnings == [], "\(example)")
    }
  }

  @Test(arguments: [
    ("All keyboards together", "", ""), ("One keyboard", "Keyboard 0 - ", "keyb0_"),
  ])
  func `Every key of a keyboard in the tables is known`(
    section: String, prefix: String, shortPrefix: String
  ) throws {
    let long = try Self.names(in: "KeyboardFiles", section: section)
    for name in try Self.names(in: "KeyboardFiles", section: section, columns: 2) {
      let key = (long.contains(name) ? prefix : shortPrefix) + name.replacing("Key M", with: "Key 3")
      // A smoothing is below 1.
      let value = name.contains("Smooth") || name.contains("Pole") ? 0.5 : 1
      let file = try KeyboardFile("\(key): \(value)\n", file: "example.yaml") { _ in "" }
      #expect(file.warnings == [], "\(key)")
    }
  }

  @Test func `Every key of a keyboard is in the tables, and no other`() throws {
    let own = try Self.names(in: "KeyboardFiles", section: "Spinet's own keys")
    let others = ["interface", "Keyboard N - MIDI Channel", "keybN_channel"]
    #expect(Set(own) == KeyboardConfiguration.ownKeys.union(others))
    let all = try Self.rows(in: "KeyboardFiles", section: "All keyboards together")
    #expect(Set(all.flatMap { $0[0] }) == Set(KeyboardSetting.allCases.map(\.rawValue)))
    #expect(Set(all.flatMap { $0[1] }) == Set(KeyboardSetting.allCases.compactMap(\.shortName)))
    let one = try Self.rows(in: "KeyboardFiles", section: "One keyboard")
    let settings = KeyboardRowSetting.allCases.filter { $0 != .channel }
    #expect(Set(one.flatMap { $0[0] }) == Set(settings.map(\.rawValue) + ["Key M - Label"]))
    #expect(Set(one.flatMap { $0[1] }) == Set(settings.compactMap(\.shortName)))
  }

  @Test(arguments: ["tuning: {x: 1}", "mpe: {x: 1}", "mpe: {lower: {x: 1}}", "out: {x: 1}", "arp: {x: 1}"])
  func `Every key of a map in a keyboard has an example`(text: String) throws {
    let error = #expect(throws: SpinetError.self) {
      try KeyboardFile(text, file: "example.yaml") { _ in "" }
    }
    // The error names the keys that there are.
    let messages = error?.diagnostics.map(\.message) ?? []
    let message = try #require(messages.first { $0.hasPrefix("unknown") })
    let names = message.components(separatedBy: "expected ")[1].matches(of: /\w+/).map { String($0.0) }
    let article = try Self.article("KeyboardFiles")
    for name in names where name != "or" { #expect(article.contains("\(name): "), "\(name)") }
  }

  // MARK: Patches

  @Test func `Examples of patches fit the synth, and those of programs are read`() throws {
    let examples = try Self.examples(in: "PatchFiles")
    let widgets = WidgetSet(SynthEngine().widgets)
    #expect(try Patch(text: examples[0], file: "example.yaml").apply(to: widgets) == [])
    let program = try Patch(ofProgram: Array(examples[1].utf8), file: "example.patch.yaml")
    #expect(program.hints["cutoff"]?.range == 60...9000)
    #expect(program.hints["cutoff"]?.about == "How bright the sound is.")
    #expect(program.settings.map(\.widget) == ["cutoff", "detune"])
  }

  @Test func `Every key of a patch is in the tables, and no other`() throws {
    #expect(try Self.names(in: "PatchFiles", section: "Overview") == Patch.Key.allCases.map(\.rawValue))
    #expect(try Set(Self.names(in: "PatchFiles", section: "Patches of programs")) == Set(PatchHints.keys))
  }
}
