import Foundation
import Testing

/// What the README and the guide say in numbers and names is so.
struct ReadmeClaimTests {
  /// A page in one line.
  private static func words(of page: String) throws -> String {
    try Repository.text(of: page).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `It asks for the Swift that the package needs`() throws {
    let manifest = try Repository.text(of: "Package.swift")
    let needed = try #require(manifest.firstMatch(of: /swift-tools-version: ([0-9.]+)/)?.1)
    #expect(try Self.words(of: "README.md").contains("You need Swift \(needed) or later"))
    let program = try Self.words(of: "Sources/spinet/spinet.docc/OwnProgram.md")
    #expect(program.contains("// swift-tools-version: \(needed) import PackageDescription"))
  }

  private static let controllers = Repository.names(in: "mappings")
    .filter { $0.hasSuffix(".yaml") && $0 != "default.yaml" }

  @Test func `It counts the controllers that have a mapping`() throws {
    let chapter = try Self.words(of: "Sources/spinet/spinet.docc/Controllers.md")
    #expect(chapter.contains("`mappings/` holds \(Self.controllers.count) controllers;"))
  }

  @Test(arguments: controllers)
  func `The head of a mapping names the preset it is for and what it was checked against`(file: String) throws
  {
    let lines = try Repository.text(of: "mappings/\(file)").split(separator: "\n")
    let head = lines.prefix { $0.hasPrefix("#") }.joined(separator: " ").lowercased()
    let preset = /settings|preset|program|template|memory|mode|standalone|control map/
    #expect(head.firstMatch(of: preset) != nil, "\(head)")
    #expect(head.contains("checked against"), "\(head)")
  }

  @Test func `The sample of what is shown names a mapping that there is`() throws {
    let sample = try Repository.text(of: "README.md")
    let name = try #require(sample.firstMatch(of: /(?m)^spinet: connected .*, mapping (.*)$/)?.1)
    let mappings = try Self.controllers.map { try Repository.text(of: "mappings/\($0)") }
    #expect(mappings.contains { $0.contains("\ncontroller: \(name)\n") })
  }
}
