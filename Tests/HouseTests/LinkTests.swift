import Foundation
import Testing

/// Links from the project's pages to its files lead somewhere.
struct LinkTests {
  private static let pages =
    ["README.md", ".github/CONTRIBUTING.md"] + Repository.files(below: "Sources", ending: ".md")
    + Repository.files(below: "Tests", ending: ".md")

  @Test(arguments: pages) func `A file or a picture that a page links exists`(page: String) throws {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    for match in try Repository.text(of: page).matches(of: /\[[^\]]*\]\(([^)\s]+)\)/) {
      let link = String(match.1.prefix { $0 != "#" })
      guard !link.hasPrefix("http"), !link.isEmpty else { continue }
      let file = folder.appending(path: link).standardized.path
      // An article names a picture of its catalogue without folder and ending.
      let pictures = Repository.names(in: (page as NSString).deletingLastPathComponent + "/Resources")
      let isThere = FileManager.default.fileExists(atPath: file) || pictures.contains("\(link).png")
      #expect(isThere, "\(page) links \(link)")
    }
  }

  @Test(arguments: pages) func `A heading that a page links exists`(page: String) throws {
    for match in try Repository.text(of: page).matches(of: /\]\(([^)\s#]*)#([^)\s]+)\)/)
    where !match.1.hasPrefix("http") {
      let folder = Repository.root.appending(path: page).deletingLastPathComponent()
      let file =
        match.1.isEmpty ? Repository.root.appending(path: page) : folder.appending(path: String(match.1))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(Self.anchors(in: text).contains(String(match.2)), "\(page) links \(match.0)")
    }
  }

  /// The names that headings have in links, as GitHub makes them.
  private static func anchors(in text: String) -> [String] {
    text.matches(of: /(?m)^#+ (.+)$/).map { heading in
      String(heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) })
        .replacingOccurrences(of: " ", with: "-")
    }
  }

  @Test func `The README links every chapter and every format, and shows the panel`() throws {
    let readme = try Repository.text(of: "README.md")
    let chapters = Repository.guide.filter { !$0.hasSuffix("/spinet.md") }
    let formats = Repository.files(below: "Sources/Formats/Formats.docc", ending: "Files.md")
    #expect(chapters.count > 10 && formats.count >= 4)
    for page in chapters + formats { #expect(readme.contains("](\(page))"), "\(page)") }
    #expect(readme.contains("\n![The panel: "))
  }

  @Test func `The guide's first page lists every chapter`() throws {
    let first = try Repository.text(of: "Sources/spinet/spinet.docc/spinet.md")
    let listed = first.matches(of: /(?m)^- <doc:(\w+)>$/).map { "Sources/spinet/spinet.docc/\($0.1).md" }
    #expect(listed.sorted() == Repository.guide.filter { !$0.hasSuffix("/spinet.md") })
  }

  @Test func `A page of the guide links the page of every module that a program can import`() throws {
    let chapter = try Repository.text(of: "Sources/spinet/spinet.docc/OwnProgram.md")
    let modules = try Repository.importable()
    #expect(modules.count > 10)
    for name in modules { #expect(chapter.contains("[Spinet\(name)]("), "\(name)") }
  }
}
