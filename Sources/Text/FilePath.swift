import Glibc
import SystemPackage

// What spinet asks of a path beyond what swift-system knows.
extension FilePath {
  /// The absolute path in a variable of the environment. A relative one does not count, as the XDG base directory
  /// specification says.
  package init?(variable: String, in environment: [String: String]) {
    guard let text = environment[variable] else { return nil }
    self.init(text)
    guard isAbsolute else { return nil }
  }

  /// From the root, by the process's current folder. Links stay.
  package var absolute: FilePath {
    guard !isAbsolute, let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    return FilePath(String(cString: folder)).pushing(self)
  }

  /// Absolute and without links; nil where nothing is there. Uses realpath(3).
  package var resolved: FilePath? {
    guard let path = realpath(string, nil) else { return nil }
    defer { free(path) }
    return FilePath(String(cString: path))
  }

  /// Whether it leads to a folder, also by a link.
  package var isFolder: Bool { (try? stat())?.type == .directory }

  /// The last component; empty for a path that has none.
  package var name: String { lastComponent?.string ?? "" }

  /// What follows the name's last point, in small letters; empty for a name without one. A point that begins the name belongs
  /// to it.
  package var ending: String { self.extension?.lowercased() ?? "" }

  /// The file of that name in the same folder. An absolute path is taken as it is.
  package func beside(_ name: String) -> FilePath { removingLastComponent().pushing(FilePath(name)) }

  /// The file in the same folder whose name ends differently: `a/song.csd` and `.patch.yaml` give `a/song.patch.yaml`.
  package func beside(endingIn ending: String) -> FilePath { beside((stem ?? "") + ending) }
}
