import Foundation
import SpinetRealtime
import SpinetStage
import Testing

@testable import SpinetFormats

/// Every example in the article about stage files can be read, and its tables name every key.
struct StageArticleTests {
  private static func article() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let path = "Sources/Formats/Formats.docc/StageFiles.md"
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The keys in the table of a section, each with a value that it can have.
  private static func keys(_ section: String) throws -> Set<String> {
    let text = try #require(try article().components(separatedBy: "### \(section)\n").dropFirst().first)
    let keys = text.components(separatedBy: "\n### ")[0].matches(of: /(?m)^\| `(\w+)`/).map { String($0.1) }
    try #require(!keys.isEmpty)
    return Set(keys)
  }

  @Test func `Examples of stages are read`() throws {
    let examples = try Self.article().components(separatedBy: "```yaml\n").dropFirst()
    #expect(examples.count == 2)
    for example in examples {
      let text = example.components(separatedBy: "```")[0]
      let stage = try Stage(text: text, file: "example.yaml")
      #expect(!stage.parts.isEmpty)
    }
  }

  @Test(arguments: [
    ("The top level", StageReader.keys, "parts: {a: b}\nKEY: {}\n"),
    ("Parts", PartFields.keys, "parts: {a: {sound: b, KEY: }}\n"),
    ("Scenes", StageReader.sceneKeys, "parts: {a: b}\nscenes: {c: {KEY: }}\n"),
    ("Instruments outside", OutsideFields.keys, "parts: {a: {sound: {KEY: }}}\n"),
    ("Messages of scenes", SceneMessageReader.keys, "parts: {a: b}\nscenes: {c: {send: {to: d, KEY: 1}}}\n"),
  ])
  func `Every key is in the tables, and no other`(section: String, names: [String], text: String) throws {
    let keys = Set(names)
    #expect(try Self.keys(section) == keys)
    for key in keys.union(["nosuch"]) {
      let errors = Self.errors(in: text.replacing("KEY", with: key))
      #expect(
        errors.contains { $0.contains("unknown key") || $0.contains("unknown message") } == (key == "nosuch"),
        "\(key): \(errors)")
    }
  }

  private static func errors(in text: String) -> [String] {
    do {
      _ = try Stage(text: text, file: "example.yaml")
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }
}
