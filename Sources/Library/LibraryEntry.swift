import CShipped

/// A file at hand: somebody's own, or one that travels in the binary.
public struct LibraryEntry: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case mapping, patch, keyboard, score }

  public enum Origin: Hashable, Sendable {
    /// In a person's configuration folder, or named by its path.
    case own(path: String)
    /// In the binary; the path is that of the repository.
    case shipped(path: String)
  }

  /// The file's name without its extension.
  public let name: String
  public let kind: Kind
  public let origin: Origin

  init(kind: Kind, origin: Origin) {
    self.kind = kind
    self.origin = origin
    name = kind.stem(of: origin.path)
  }

  /// What errors in the text are reported with: the path, of whichever origin.
  public var path: String { origin.path }

  /// Whether it is somebody's own file.
  public var isOwn: Bool { if case .own = origin { true } else { false } }

  /// The content as it is. Blocks on reading a file.
  public func bytes() throws(LibraryError) -> [UInt8] {
    switch origin {
    case .own(let path): return try readFile(path)
    case .shipped(let path):
      guard let file = ShippedFile.all.first(where: { $0.pathInRepository == path }) else {
        throw LibraryError(path: path, reason: "not in this binary")
      }
      return file.content
    }
  }

  /// The content as text, which has to be UTF-8; a byte order mark is left out.
  public func text() throws(LibraryError) -> String {
    let bytes = try bytes()
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
    throw LibraryError(path: path, line: firstLineNotUTF8(bytes), reason: "not text, expected UTF-8")
  }
}

extension LibraryEntry.Origin {
  var path: String {
    switch self {
    case .own(let path), .shipped(let path): path
    }
  }
}

/// The line, from 1, of the first line that is not UTF-8. No byte of a longer character is a line feed.
private func firstLineNotUTF8(_ bytes: [UInt8]) -> Int? {
  let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
}
