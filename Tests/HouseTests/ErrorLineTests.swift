import Foundation
import Glibc
import Testing

/// The errors and log lines that the documentation shows are what the command prints.
struct ErrorLineTests {
  private static let pages =
    ["README.md", ".github/CONTRIBUTING.md"]
    + ["Sources", "Tests", "examples", "mappings"].flatMap { Repository.files(below: $0, ending: ".md") }

  /// All texts in Sources, and their pieces between semicolons and colons, each as the parts between what is put in; and
  /// the system's reasons.
  private static let pieces: Set<[String]> = {
    let files = Repository.swiftFiles(below: "Sources")
    let literals = files.flatMap { file in SwiftLiterals(in: (try? Repository.text(of: file)) ?? "").all }
    let parts = literals.flatMap { split($0, at: "; ") }
    let reasons = (1...133).map { [String(cString: strerror($0))] }
    return Set((parts + parts.flatMap { split($0, at: ": ") }).filter { $0.joined().count > 1 } + reasons)
  }()

  /// Splits a text with gaps.
  private static func split(_ parts: [String], at separator: String) -> [[String]] {
    var pieces: [[String]] = [[]]
    for part in parts {
      let words = part.components(separatedBy: separator)
      pieces[pieces.count - 1].append(words[0])
      pieces += words.dropFirst().map { [$0] }
    }
    return pieces
  }

  /// The lines in blocks of code, and the texts in inline code, that the command prints about what is wrong.
  private static func shown(in page: String) -> [String] {
    let blocks = page.components(separatedBy: "```")
    let lines = blocks.enumerated().flatMap { index, text in
      index % 2 == 1
        ? text.components(separatedBy: "\n").dropFirst().map { String($0) }
        : text.matches(of: /`([^`\n]+)`/).map { String($0.1) }
    }
    return lines.filter { line in
      line.hasPrefix("spinet: ") || line.contains(": error: ") || line.contains(": warning: ")
    }
  }

  /// Whether one of the program's texts can be this one.
  private static func isKnown(_ text: String, _ pieces: Set<[String]>) -> Bool {
    pieces.contains([text]) || pieces.contains { $0.joined().count > 5 && fits(text, $0) }
  }

  /// Whether the text is the parts in their order, with anything between them.
  private static func fits(_ text: String, _ parts: [String]) -> Bool {
    guard text.hasPrefix(parts[0]), text.hasSuffix(parts[parts.count - 1]) else { return false }
    var rest = text.dropFirst(parts[0].count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// The parts of a line that are no text of the program. What failed, before the first colon, can be anything.
  private static func unknown(in line: String) -> [String] {
    let text = line.hasPrefix("spinet: ") ? String(line.dropFirst(8)) : line
    let parts = text.components(separatedBy: "; ")
    let problem = parts[0].components(separatedBy: ": ")
    let why = problem.firstIndex { ["error", "warning"].contains($0) }.map { problem.dropFirst($0 + 1) }
    return ((why ?? problem.dropFirst()) + parts.dropFirst()).filter { !isKnown($0, pieces) }
  }

  @Test func `Every error in the documentation is one of the program's`() throws {
    var count = 0
    for page in Self.pages {
      for line in Self.shown(in: try Repository.text(of: page)) {
        #expect(Self.unknown(in: line) == [], "\(page): \(line)")
        count += 1
      }
    }
    #expect(count >= 2)
  }

  @Test(arguments: [
    ("spinet: --connect Keys: no MIDI port has that name; available: Pads", [String]()),
    (
      "spinet: audio \"hw:0\": open: Device or resource busy; close the program that uses it, or choose --pcm default",
      []
    ),
    ("spinet: 'Spinet': it is running already; name a second one with '--name TAG'", []),
    ("spinet: 'Spinet': it runs already; name a second one with '--name TAG'", ["it runs already"]),
    ("a.yaml:3:5: error: unknown widget \"filter.cuttoff\", expected one of the instrument's", []),
    ("a.yaml:3:5: error: odd wodget here", ["odd wodget here"]),
  ])
  func `A changed word is noticed`(line: String, unknown: [String]) {
    #expect(Self.unknown(in: line) == unknown)
  }

  @Test func `Texts are found with their gaps`() {
    let code = #"""
      throw problem("no \(kind(of: "x").name) has that name", "a \"b\"") // "not this"
      """#
    #expect(SwiftLiterals(in: code).all.contains(["no ", " has that name"]))
    #expect(SwiftLiterals(in: code).all.contains(["a \"b\""]))
  }
}
