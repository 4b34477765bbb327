import Foundation
import Testing

/// The walk-throughs in the DocC catalogues show code that is built.
struct ArticleTests {
  private static let articles = Repository.files(below: "Sources", ending: ".md")
    .filter { $0.contains("/New") }

  @Test(arguments: articles) func `Every line of Swift in an article stands in a file that is built`(
    article: String
  ) throws {
    let sources = Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Tests")
    let texts = try sources.map { Self.lines(of: try Repository.text(of: $0)) }
    for block in Self.swiftBlocks(in: try Repository.text(of: article)) {
      let isBuilt = texts.contains { text in
        block.first.map { first in
          text.indices.contains { text[$0] == first && text[$0...].prefix(block.count).elementsEqual(block) }
        } ?? true
      }
      #expect(isBuilt, "\(article): \(block.first ?? "")")
    }
  }

  @Test(arguments: articles) func `A file that an article names is there`(article: String) throws {
    for match in try Repository.text(of: article).matches(of: /`((?:Sources|Tests|examples)\/[\w\/+.]+)`/) {
      let path = Repository.root.appending(path: String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(article) names \(match.1)")
    }
  }

  /// The blocks marked `swift`, in lines without their indentation; empty lines do not count.
  private static func swiftBlocks(in text: String) -> [[String]] {
    text.components(separatedBy: "```swift\n").dropFirst()
      .map { lines(of: String($0.components(separatedBy: "\n```")[0])) }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
