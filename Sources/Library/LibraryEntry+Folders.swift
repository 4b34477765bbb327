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

  private var fileExtensions: [String] { self == .score ? [".mid", ".midi"] : [".yaml"] }

  /// Whether a file of this name is one, in capitals or not; hidden files and editors' copies are not.
  func includes(_ path: String) -> Bool { splitName(path) != nil }

  /// The name in `path` without folders, and without the extension if it is this kind's.
  func stem(of path: String) -> String { splitName(path) ?? fileName(of: path) }

  /// The name without its extension, if it has one of this kind's and something before it.
  private func splitName(_ path: String) -> String? {
    let file = fileName(of: path)
    guard !file.hasPrefix("."), let ending = fileExtensions.first(where: file.lowercased().hasSuffix) else {
      return nil
    }
    return String(file.dropLast(ending.count))
  }

  private func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
