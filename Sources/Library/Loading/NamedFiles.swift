import SpinetText
import SystemPackage

/// The files of a folder and of those below it, as a text from another computer names them.
///
/// A name that does not exist is looked up again without regard to case, because the texts come from systems that do not
/// tell upper from lower case.
final class NamedFiles {
  private let folder: FilePath
  /// The entries of each folder that was searched, by their names in lower case.
  private var entries: [FilePath: [String: String]] = [:]

  init(in folder: FilePath) { self.folder = folder }

  /// The path of a file, even if there is none.
  func path(of name: String) -> FilePath {
    let exact = folder.pushing(FilePath(name))
    return exact.exists ? exact : inAnyCase(name) ?? exact
  }

  private func inAnyCase(_ name: String) -> FilePath? {
    let wanted = FilePath(name)
    var path = wanted.isAbsolute ? FilePath("/") : folder
    for component in wanted.components {
      let next = path.appending(component)
      if next.exists || component.kind != .regular {
        path = next
      } else if let found = listing(of: path)[component.string.lowercased()] {
        path = path.appending(found)
      } else {
        return nil
      }
    }
    return path
  }

  private func listing(of folder: FilePath) -> [String: String] {
    if let known = entries[folder] { return known }
    let names = ((try? folder.entries()) ?? []).sorted()
    let listing = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    entries[folder] = listing
    return listing
  }
}
