import SpinetDevices
import SystemPackage

/// The folders to watch for changes of files. A file is watched by its name in its folder, because editors save by
/// renaming. The symbolic links of its path are watched too. For a file that does not exist, the last folder of its
/// path that exists is watched.
struct WatchedPaths: Hashable {
  /// The kind of file at a path. Links are not followed.
  enum Kind: Hashable {
    case folder
    case link(target: FilePath)
    case other, missing
  }

  /// The names to watch, by folder.
  private(set) var names: [FilePath: Set<String>] = [:]
  /// The folders in which all names are watched.
  private(set) var wholeFolders: Set<FilePath> = []

  /// The kernel's own limit, for links that lead to links or in a circle.
  private static let maxLinks = 40

  /// - Parameters:
  ///   - files: absolute paths; they need not exist.
  ///   - folders: folders in which every file matters.
  init(files: [FilePath], folders: [FilePath] = [], kind: (FilePath) -> Kind) {
    for file in files { _ = follow(file, kind) }
    for folder in folders { if let end = follow(folder, kind) { wholeFolders.insert(end) } }
  }

  var folders: Set<FilePath> { wholeFolders.union(names.keys) }

  func concerns(_ change: FolderChange) -> Bool {
    switch change {
    case .entry(let folder, let name): wholeFolders.contains(folder) || names[folder]?.contains(name) ?? false
    case .left(let folder): folders.contains(folder)
    case .anything: true
    }
  }

  /// Records what to watch along a path. Returns the folder in which the path ends; nil if it does not end in one.
  private mutating func follow(_ path: FilePath, _ kind: (FilePath) -> Kind) -> FilePath? {
    var folder = FilePath("/")
    var rest = Self.components(path)
    var linksLeft = Self.maxLinks
    while let name = rest.popFirst() {
      if name.kind == .parentDirectory {
        folder.removeLastComponent()
        continue
      }
      let here = folder.appending(name)
      switch kind(here) {
      case .folder:
        if rest.isEmpty { names[folder, default: []].insert(name.string) }
        folder = here
      case .link(let target):
        names[folder, default: []].insert(name.string)
        linksLeft -= 1
        guard linksLeft > 0 else { return nil }
        if target.isAbsolute { folder = "/" }
        rest = Self.components(target) + rest
      case .other, .missing:
        names[folder, default: []].insert(name.string)
        return nil
      }
    }
    return folder
  }

  private static func components(_ path: FilePath) -> ArraySlice<FilePath.Component> {
    path.components.filter { $0.kind != .currentDirectory }[...]
  }
}
