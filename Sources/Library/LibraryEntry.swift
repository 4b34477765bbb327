import CShipped
import SpinetRealtime
import SpinetText
import SystemPackage

/// A file that can be chosen: the user's own, or a shipped one, which is inside the binary.
package struct LibraryEntry: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case mapping, patch, stage, keyboard, score, page
    case setList = "set list"
  }

  package enum Origin: Hashable, Sendable {
    /// In the user's configuration folder, or named by its path.
    case own(path: FilePath)
    /// In the binary; the path is that of the repository.
    case shipped(path: FilePath)
  }

  /// The file's name without its ending.
  package let name: String
  package let kind: Kind
  package let origin: Origin

  init(kind: Kind, origin: Origin) { self.init(kind, origin.path.name, origin) }

  /// - Parameter fileName: the path's last component.
  init(_ kind: Kind, _ fileName: String, _ origin: Origin) {
    self.kind = kind
    self.origin = origin
    name = kind.stem(of: fileName)
  }

  /// The path that errors in the text name, whatever the origin.
  package var path: FilePath { origin.path }

  /// Whether it is the user's own file.
  package var isOwn: Bool { if case .own = origin { true } else { false } }

  /// The content, unchanged. Blocks while it reads a file.
  package func bytes() throws(SpinetError) -> [UInt8] {
    switch origin {
    case .own(let path): return try InputFile.bytes(at: path, remedy: InputFile.remedy)
    case .shipped(let path):
      guard let file = ShippedFile.all.first(where: { $0.text == path.string }) else {
        throw SpinetError(.notFound, what: path.string, why: "not in this binary", remedy: InputFile.remedy)
      }
      return file.content
    }
  }

  /// The content as text, which must be UTF-8, without a byte order mark. Blocks while it reads a file.
  package func text() throws(SpinetError) -> String {
    let bytes = try bytes()
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
    let line = Self.firstLineNotUTF8(bytes).map { ":\($0)" } ?? ""
    throw SpinetError(
      .notReadable, what: path.string + line, why: "not text, expected UTF-8", remedy: InputFile.remedy)
  }

  /// The number of the first line that is not UTF-8, from 1. No character of several bytes contains a line feed.
  private static func firstLineNotUTF8(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }
}

extension LibraryEntry.Origin {
  var path: FilePath {
    switch self {
    case .own(let path), .shipped(let path): path
    }
  }
}

// MARK: Folders and endings
extension LibraryEntry.Kind {
  /// In the repository.
  var shippedFolder: String {
    switch self {
    case .mapping: "mappings"
    case .patch: "examples/patches"
    case .stage: "examples/stages"
    case .keyboard: "examples/keyboards"
    case .score: "examples/scores"
    case .page: "examples/pages"
    case .setList: "examples/setlists"
    }
  }

  /// In a person's configuration folder; nil for kinds that are named by their paths.
  var ownFolder: String? {
    switch self {
    case .mapping: "mappings"
    case .patch: "patches"
    case .stage: "stages"
    case .keyboard: "keyboards"
    case .score: nil
    case .page: "pages"
    case .setList: "setlists"
    }
  }

  private var endings: [String] { self == .score ? [".mid", ".midi"] : [".yaml"] }

  /// Whether a file of this name is of this kind, ignoring case; hidden files and editors' copies are not.
  ///
  /// Names are compared as text. Split as paths, those of the binary took a debug build 0.5 s at every start.
  func includes(_ fileName: String) -> Bool { ending(of: fileName) != nil }

  /// A file's name, without the ending if it is this kind's.
  func stem(of fileName: String) -> String { String(fileName.dropLast(ending(of: fileName)?.count ?? 0)) }

  /// Nil for a file of another kind.
  private func ending(of fileName: String) -> String? {
    let name = fileName.lowercased()
    return name.hasPrefix(".") ? nil : endings.first { name.hasSuffix($0) }
  }
}

// MARK: In the binary
extension ShippedFile {
  /// In the order of their paths.
  static var all: [ShippedFile] { (0..<shipped_file_count).map { shipped_file($0).pointee } }

  var pathInRepository: FilePath { FilePath(platformString: path) }

  /// The folder in the repository, as text.
  var folder: String { String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)]) }

  var name: String { text.split(separator: "/").last.map(String.init) ?? "" }

  var text: String { String(cString: path) }

  var content: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
