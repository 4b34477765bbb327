import Foundation
import Testing

/// The articles and pages in the DocC catalogues say what is true.
struct ArticleTests {
  private static let pages = Repository.files(below: "Sources", ending: ".md")
  /// The walk-throughs for people who extend Spinet.
  private static let walkThroughs = [
    "Sources/Engine/Engine.docc/NewEngine.md",
    "Sources/Devices/Devices.docc/NewControlSource.md",
    "Sources/Engines/Synth/Synth.docc/NewEffect.md",
  ]
  private static let sources = Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Tests")
  private static let lines = sources.map { file in lines(of: (try? Repository.text(of: file)) ?? "") }
  private static let names = Names(in: sources, and: Repository.modules.map { "Spinet\($0.name)" })

  private static let namesOfModules = Dictionary(
    uniqueKeysWithValues: Repository.modules.map { ("Spinet\($0.name)", Names(in: $0.files)) })

  @Test(arguments: pages) func `Every line of Swift in an article stands in a file that is built`(
    page: String
  ) throws {
    for block in Self.blocks("swift", in: try Repository.text(of: page)) {
      // A whole package, which Tests/Packages/run makes.
      guard block.first?.hasPrefix("// swift-tools-version") == false else { continue }
      #expect(Self.lines.contains { $0.contains(block) }, "\(page): \(block.first ?? "")")
    }
  }

  @Test(arguments: pages) func `A change that an article shows fits the file that it names`(page: String)
    throws
  {
    for block in Self.blocks("diff", in: try Repository.text(of: page)) {
      let file = try #require(block.first?.wholeMatch(of: /--- (.+)/)?.1, "\(page)")
      let before = block.dropFirst().filter { !$0.hasPrefix("+") }
        .map { $0.dropFirst().trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      let text = Self.lines(of: try Repository.text(of: String(file)))
      #expect(text.contains(before), "\(page): \(file) has no \(before.first ?? "")")
    }
  }

  @Test(arguments: pages) func `A file that an article names exists`(page: String) throws {
    let files = /`((?:Sources|Tests|examples|mappings)\/[\w\/+.]+|Package.swift)`/
    for match in try Self.prose(of: page).matches(of: files) {
      // The folders that the walk-through makes.
      guard !match.1.contains("Triangle") || match.1.hasSuffix(".swift") else { continue }
      let path = Repository.root.appending(path: String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page) names \(match.1)")
    }
  }

  @Test(arguments: walkThroughs) func `A type or function that a walk-through names exists`(page: String)
    throws
  {
    let words = try Self.prose(of: page).matches(of: /`([A-Za-z_]\w*(?:\.\w+)*)(?:\([^`]*\))?`/).map { $0.1 }
    let files = /\w+\.swift/
    let parts = words.filter { $0.wholeMatch(of: files) == nil }.flatMap { $0.split(separator: ".") }
    #expect(parts.filter { !Self.isOfC($0) && !Self.names.contains(String($0)) } == [], "\(page)")
  }

  @Test(arguments: pages) func `A symbol that a page links is declared in its module`(page: String) throws {
    let folder = try #require(page.firstRange(of: /\/\w+\.docc\//)).lowerBound
    let module = try #require(Repository.modules.first { $0.folder == page[..<folder] }, "\(page)")
    let links = try Self.prose(of: page).matches(of: /``([^`]+)``/).map { $0.1 }
    for link in links where link != "Spinet\(module.name)" && link != module.name {
      var parts = link.split(separator: "/")
      // A symbol of another module: `/SpinetWidgets/Widget`.
      let other = link.hasPrefix("/") ? parts.removeFirst() : "Spinet\(module.name)"
      let names = Self.namesOfModules[String(other)] ?? Names(in: [])
      #expect(parts.filter { part in !names.contains(String(part.prefix { $0 != "(" })) } == [], "\(page)")
    }
  }

  @Test(arguments: pages) func `An article that a page links exists`(page: String) throws {
    let folder = (page as NSString).deletingLastPathComponent
    for match in try Repository.text(of: page).matches(of: /<doc:(\w+)>/) {
      #expect(Self.pages.contains("\(folder)/\(match.1).md"), "\(page) links \(match.1)")
    }
  }

  @Test func `Every module that a program can import has a page`() throws {
    let modules = try Repository.importable()
    #expect(modules.count > 10)
    let titles = try Self.pages.map { try Repository.text(of: $0).prefix { $0 != "\n" } }
    for name in modules { #expect(titles.contains("# ``Spinet\(name)``"), "\(name)") }
  }

  @Test(arguments: walkThroughs) func `CONTRIBUTING links a walk-through`(page: String) throws {
    #expect(Self.pages.contains(page))
    #expect(try Repository.text(of: ".github/CONTRIBUTING.md").contains("](../\(page))"))
  }

  /// Constants of C, such as `O_NONBLOCK`.
  private static func isOfC(_ name: Substring) -> Bool {
    name.count > 1 && name.allSatisfy { $0.isUppercase || $0 == "_" }
  }

  /// The blocks in a language, in lines; for Swift without indentation. Empty lines do not count.
  private static func blocks(_ language: String, in text: String) -> [[String]] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { rest in
      let block = rest.components(separatedBy: "\n```")[0]
      return language == "swift" ? lines(of: block) : block.split(separator: "\n").map(String.init)
    }
  }

  /// A page without its blocks of code.
  private static func prose(of page: String) throws -> String {
    let parts = try Repository.text(of: page).components(separatedBy: "```")
    return parts.enumerated().map { $0.offset % 2 == 0 ? $0.element : "" }.joined()
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

/// The names that Swift files declare.
private struct Names {
  private let all: Set<String>

  init(in files: [String], and others: [String] = []) {
    var all = Set(["init", "subscript"] + others)
    for file in files {
      let text = (try? Repository.text(of: file)) ?? ""
      for line in text.split(separator: "\n") { all.formUnion(Self.declared(by: line)) }
    }
    self.all = all
  }

  func contains(_ name: String) -> Bool { all.contains(name) }

  private static let keywords: Set<Substring> = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "func", "var", "let", "associatedtype",
    "case",
  ]

  /// By the words of a line: a regular expression takes many times as long.
  private static func declared(by line: Substring) -> [String] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    // The further cases of a line.
    if words.first == "case", !line.contains("(") { return words.dropFirst().map(String.init) }
    return zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map { String($0.1) }
  }
}
