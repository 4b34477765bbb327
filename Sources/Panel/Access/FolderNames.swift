import FoundationEssentials
import SpinetLibrary
import SpinetText
import SystemPackage

/// Leaves folders out of texts for pages, which get names of files and no paths. [any-thread]
package struct FolderNames: Sendable {
  /// The longest first, each with a slash at the end.
  private let folders: [String]

  /// - Parameter trust: a page that may do everything sees paths.
  package init(_ trust: PanelTrust, catalog: Catalog = .current, _ places: Folders = Folders()) {
    guard trust == .player else {
      folders = []
      return
    }
    let own = [
      "mappings", "patches", "stages", "keyboards", "pages", "setlists", "programs", "samples", "soundfonts",
    ]
    let config = catalog.ownFolder.map { folder in own.map { folder.appending($0) } + [folder] } ?? []
    let home = FilePath(ProcessInfo.processInfo.environment["HOME"] ?? "")
    let all =
      config + [places.state, places.runtime, FilePath("").absolute, home] + [places.music].compactMap(\.self)
    folders = Set(all.map(\.string)).filter { $0.count > 1 }.map { $0 + "/" }.sorted { $0.count > $1.count }
  }

  /// A text in which the names of known folders are left out.
  package func leftOut(of text: String) -> String {
    guard text.contains("/") else { return text }
    return folders.reduce(text) { $0.replacing($1, with: "") }
  }
}
