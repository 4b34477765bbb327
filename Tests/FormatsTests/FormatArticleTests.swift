import Foundation
import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetSynth
import SpinetText
import SpinetWidgets
import Testing

/// Every example in the articles about the formats can be read, and every name in their tables is known.
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

  /// The words in code type in the first columns of the tables of a section.
  private static func names(in article: String, section: String, columns: Int = 1) throws -> [String] {
    let text = try self.article(article).components(separatedBy: "### \(section)\n")
    let table = try #require(text.dropFirst().first).components(separatedBy: "\n### ")[0]
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.flatMap { row in
      row.split(separator: "|").prefix(columns).flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
    }
    try #require(!names.isEmpty)
    return names
  }

  @Test func `Examples of mappings fit the synth`() throws {
    let widgets = WidgetSet(
      SynthEngine().widgets + ["engine.running", "panic"].map { Widget($0, kind: .toggle) })
    for example in try Self.examples(in: "MappingFiles") {
      let mapping = try Mapping(text: example, file: "example.yaml")
      #expect(mapping.check(against: widgets).filter { $0.severity == .error } == [], "\(example)")
    }
  }

  @Test func `Every mode of a mapping is described, and no other`() throws {
    let names = try Self.names(in: "MappingFiles", section: "Modes")
    #expect(names == ControlMode.allCases.map(\.rawValue))
  }

  @Test func `Every control in the table is read`() throws {
    for row in try Self.names(in: "MappingFiles", section: "Controls", columns: 2) where !row.contains("N") {
      #expect(throws: Never.self) { try Control(row) }
    }
  }

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

  @Test func `Examples of patches fit the synth, and those of programs are read`() throws {
    let examples = try Self.examples(in: "PatchFiles")
    let widgets = WidgetSet(SynthEngine().widgets)
    #expect(try Patch(text: examples[0], file: "example.yaml").apply(to: widgets) == [])
    let program = try Patch(ofProgram: Array(examples[1].utf8), file: "example.patch.yaml")
    #expect(program.hints["cutoff"]?.range == 60...9000)
    #expect(program.hints["cutoff"]?.about == "How bright the sound is.")
    #expect(program.settings.map(\.widget) == ["cutoff", "detune"])
  }
}
