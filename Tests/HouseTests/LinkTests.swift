import Foundation
import Testing

/// Links from the project's pages to its files lead somewhere.
struct LinkTests {
  private static let pages =
    ["README.md", ".github/CONTRIBUTING.md"] + Repository.files(below: "Sources", ending: ".md")

  @Test(arguments: pages) func `A file or a picture that a page links exists`(page: String) throws {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    for match in try Repository.text(of: page).matches(of: /\[[^\]]*\]\(([^)\s]+)\)/) {
      let link = String(match.1)
      guard !link.hasPrefix("http"), !link.hasPrefix("#") else { continue }
      let file = folder.appending(path: link).standardized.path
      // An article names a picture of its catalogue without folder and ending.
      let pictures = Repository.names(in: (page as NSString).deletingLastPathComponent + "/Resources")
      let isThere = FileManager.default.fileExists(atPath: file) || pictures.contains("\(link).png")
      #expect(isThere, "\(page) links \(link)")
    }
  }

  @Test func `The README links the formats' articles and shows the panel`() throws {
    let readme = try Repository.text(of: "README.md")
    for name in ["MappingFiles", "KeyboardFiles", "PatchFiles", "StageFiles"] {
      #expect(readme.contains("](Sources/Formats/Formats.docc/\(name).md)"))
    }
    #expect(readme.contains("\n![The panel: "))
  }
}
