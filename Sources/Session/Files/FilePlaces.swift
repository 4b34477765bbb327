import Devices

/// Where to listen for what becomes of files: by name in their folders, for editors save by renaming; where symbolic
/// links on the way are; and for what is not there, in the last folder that is.
struct FilePlaces: Hashable {
  /// What a path leads to, not following a link.
  enum Kind: Hashable {
    case folder
    case link(target: String)
    case other, missing
  }

  /// The names that count, by folder.
  private(set) var names: [String: Set<String>] = [:]
  /// Folders in which every name counts.
  private(set) var wholeFolders: Set<String> = []

  /// Links lead on to links, or round in a circle; the kernel's own limit.
  private static let mostLinks = 40

  /// - Parameters:
  ///   - files: absolute paths; what is there need not be.
  ///   - folders: those of which every file is of interest.
  init(files: [String], folders: [String] = [], kind: (String) -> Kind) {
    for file in files { _ = follow(file, kind) }
    for folder in folders { if let end = follow(folder, kind) { wholeFolders.insert(end) } }
  }

  var folders: Set<String> { wholeFolders.union(names.keys) }

  func concerns(_ change: FolderChange) -> Bool {
    switch change {
    case .entry(let folder, let name): wholeFolders.contains(folder) || names[folder]?.contains(name) ?? false
    case .left(let folder): folders.contains(folder)
    case .anything: true
    }
  }

  /// Notes the places on the way of a path, and answers where it ends if a folder is there.
  private mutating func follow(_ path: String, _ kind: (String) -> Kind) -> String? {
    var folder = ""
    var rest = Self.components(path)[...]
    var linksLeft = Self.mostLinks
    while let name = rest.popFirst() {
      let here = Self.appending(name, to: folder)
      let isLast = rest.isEmpty
      switch kind(here) {
      case .folder:
        if isLast { names[folder.isEmpty ? "/" : folder, default: []].insert(name) }
        folder = here
      case .link(let target):
        names[folder.isEmpty ? "/" : folder, default: []].insert(name)
        linksLeft -= 1
        guard linksLeft > 0 else { return nil }
        if target.hasPrefix("/") { folder = "" }
        rest = Self.components(target)[...] + rest
      case .other, .missing:
        names[folder.isEmpty ? "/" : folder, default: []].insert(name)
        return nil
      }
    }
    return folder.isEmpty ? "/" : folder
  }

  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  private static func appending(_ name: String, to folder: String) -> String {
    name == ".." ? String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]) : "\(folder)/\(name)"
  }
}
