import SpinetText
import SystemPackage

/// The files of a folder and of those below it, as a text from another computer names them.
///
/// A name that does not exist is looked up again without regard to case, because the texts come from systems that do not
/// tell upper from lower case.
final class NamedFiles {
  private let folder: FilePath
  /// What was found in another case of letters: the names in the text, and where the files are.
  private(set) var otherwiseWritten: [(name: String, path: FilePath)] = []
  /// The entries of each folder that was searched, by their names in lower case.
  private var entries: [FilePath: [String: String]] = [:]

  init(in folder: FilePath) { self.folder = folder }

  /// The path of a file, even if there is none.
  func path(of name: String) -> FilePath {
    let exact = folder.pushing(FilePath(name))
    guard !exact.exists, let found = inAnyCase(name), found.exists else { return exact }
    otherwiseWritten.append((name, found))
    return found
  }

  /// One line about the names that are written in another case of letters; nil if there are none.
  var warning: String? {
    guard let (name, path) = otherwiseWritten.first else { return nil }
    let others = otherwiseWritten.count == 1 ? "" : ", and \(otherwiseWritten.count - 1) more"
    return "\(name.shortened) is written otherwise and read from \(path)\(others)"
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
    let place: FilePath = folder.isEmpty ? "." : folder
    let names = ((try? place.entries()) ?? []).sorted()
    let listing = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    entries[folder] = listing
    return listing
  }
}
