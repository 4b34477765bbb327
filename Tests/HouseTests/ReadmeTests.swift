import Foundation
import Testing

/// Checks the commands and code in the README and the guide against the project.
struct ReadmeTests {
  @Test func `The first two commands are the quick start and the tests`() throws {
    let commands = try Self.commands(of: "README.md")
    #expect(commands.prefix(2).map(\.first) == ["examples/play", "Tests/run"])
  }

  @Test(arguments: pages) func `A script in a command exists and can be run`(page: String) throws {
    for words in try Self.commands(of: page) {
      guard let script = words.first, script.contains("/"), !script.hasPrefix("/") else { continue }
      let path = Repository.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script)")
    }
  }

  @Test(arguments: pages) func `A subcommand and its options are in the help`(page: String) throws {
    for words in try Self.commands(of: page).filter({ $0.first == "spinet" }) {
      let path = Self.subcommands(in: words)
      let help = try Self.help(of: path)
      for option in words.filter({ $0.hasPrefix("-") && $0.count > 1 }) {
        #expect(help.contains(option), "\(words.joined(separator: " "))")
      }
    }
  }

  @Test(arguments: pages) func `A file of the project in a command exists`(page: String) throws {
    for word in try Self.commands(of: page).joined() where Self.folders.contains(where: word.hasPrefix) {
      let isThere = FileManager.default.fileExists(atPath: Repository.root.appending(path: word).path)
      #expect(isThere, "\(word)")
    }
  }

  @Test func `A product and a module of the programs are in the package`() throws {
    let text = try Self.pages.map(Repository.text).joined()
    let manifest = try Repository.text(of: "Package.swift")
    let products = text.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) }
    let modules = text.matches(of: /(?m)^import (Spinet\w+)/).map { String($0.1) }
    #expect(!products.isEmpty && !modules.isEmpty)
    for name in products + modules { #expect(manifest.contains(".library(name: \"\(name)\""), "\(name)") }
  }

  @Test func `A program that it shows is built`() throws {
    let blocks = try Self.pages.flatMap { page in
      try Repository.text(of: page).components(separatedBy: "```swift\n").dropFirst()
        .map { $0.components(separatedBy: "```")[0] }.filter { !$0.hasPrefix("// swift-tools-version") }
    }
    let files = try Repository.swiftFiles(below: "Tests/Packages").map { try Repository.text(of: $0) }
    #expect(blocks.count > 1)
    for block in blocks { #expect(files.contains(block), "\(block.prefix(80))") }
  }

  @Test func `The README is read to its end`() throws {
    let lines = try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= 150)
  }

  private static let pages = ["README.md"] + Repository.guide
  private static let folders = ["examples/", "mappings/", "Tests/", "Sources/"]

  /// The command lines of a page, in blocks marked `sh`, split into words, without comments.
  private static func commands(of page: String) throws -> [[String]] {
    var isCommand = false
    var commands: [[String]] = []
    for line in try Repository.text(of: page).split(separator: "\n") {
      if line.hasPrefix("```") {
        isCommand = line == "```sh"
      } else if isCommand {
        let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
        if !words.isEmpty { commands.append(words) }
      }
    }
    return commands
  }

  /// `map check` of `spinet map check FILE`: the words that are subcommands, each of the one before it.
  private static func subcommands(in words: [String]) -> [String] {
    var path: [String] = []
    for word in words.dropFirst() {
      guard let help = try? help(of: path), names(in: help).contains(word) else { break }
      path.append(word)
    }
    return path.isEmpty ? ["play"] : path
  }

  /// The subcommands that a help text lists.
  private static func names(in help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let heading = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
    return lines[(heading + 1)...].prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private static func help(of path: [String]) throws -> String {
    let spinet = Bundle.main.bundleURL.appending(path: "spinet").path
    return try Command([spinet] + path + ["--help"]).output
  }
}
