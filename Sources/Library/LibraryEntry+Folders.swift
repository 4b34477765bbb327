extension LibraryEntry.Kind {
  /// In the repository.
  var shippedFolder: String {
    switch self {
    case .mapping: "mappings"
    case .patch: "examples/patches"
    case .keyboard: "examples/keyboards"
    case .score: "examples/scores"
    }
  }

  /// In a person's configuration folder; nil for kinds that are named by their paths.
  var ownFolder: String? {
    switch self {
    case .mapping: "mappings"
    case .patch: "patches"
    case .keyboard, .score: nil
    }
  }

  private var fileExtension: String { self == .score ? ".mid" : ".yaml" }

  /// Whether a file of this name is one; hidden files and editors' copies are not.
  func includes(_ path: String) -> Bool {
    let file = fileName(of: path)
    return file.hasSuffix(fileExtension) && !file.hasPrefix(".") && file.utf8.count > fileExtension.utf8.count
  }

  /// The name in `path` without folders, and without the extension if it is this kind's.
  func stem(of path: String) -> String {
    let file = fileName(of: path)
    return includes(path) ? String(file.dropLast(fileExtension.count)) : file
  }

  private func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
