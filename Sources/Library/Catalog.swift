import CShipped
import FoundationEssentials
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// The files that can be chosen by name: the user's own files, and then the shipped ones.
///
/// The user's own mapping or patch shadows a shipped one of the same name. Every call reads the folders again, so that
/// a file that is saved while an instrument plays is found.
package struct Catalog: Sendable {
  /// `$XDG_CONFIG_HOME/spinet`, or `~/.config/spinet`; nil without a home folder.
  package let ownFolder: FilePath?

  /// The catalog of the current user.
  package static var current: Catalog { Catalog(environment: ProcessInfo.processInfo.environment) }

  /// - Parameter environment: the process's.
  package init(environment: [String: String]) {
    let configuration =
      FilePath(variable: "XDG_CONFIG_HOME", in: environment)
      ?? FilePath(variable: "HOME", in: environment)?.appending(".config")
    ownFolder = configuration?.appending("spinet")
  }

  /// The entries of a kind, sorted by name, the user's first.
  ///
  /// - Throws: an error if the user's folder exists and cannot be read.
  package func entries(_ kind: LibraryEntry.Kind) throws(SpinetError) -> [LibraryEntry] {
    let own = try own(kind)
    let names = Set(own.map(\.name))
    return own + Self.shipped(kind).filter { !names.contains($0.name) }
  }

  /// Finds, in this order:
  /// 1. the file at this path, if it has a `/` in it or ends as the kind's files do;
  /// 2. the entry of this name;
  /// 3. the file of this name in the current folder;
  /// 4. the only entry that has this in its name, or that this wildcard fits.
  ///
  /// - Returns: nil if nothing has this name. A path is returned even if there is no file; reading it shows that.
  /// - Throws: also if several entries match.
  package func find(_ kind: LibraryEntry.Kind, _ name: String) throws(SpinetError) -> LibraryEntry? {
    let path = FilePath(name)
    let file = LibraryEntry(kind: kind, origin: .own(path: path))
    if name.contains("/") || kind.includes(path.name) { return file }
    let entries = try entries(kind)
    if let exact = entries.first(where: { $0.name == name }) { return exact }
    if Self.isFile(path) { return file }
    let alike = entries.filter { $0.isSelected(by: name) }
    guard alike.count > 1 else { return alike.first }
    let names = alike.map(\.name).joined(separator: ", ")
    throw SpinetError(
      .severalFound, what: name, why: "several match that name: \(names)", remedy: InputFile.remedy)
  }

  /// Whether a file or a pipe exists at the path, and not a folder.
  private static func isFile(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The shipped files of a kind, shadowed or not.
  package static func shipped(_ kind: LibraryEntry.Kind) -> [LibraryEntry] { allShipped[kind] ?? [] }

  // Read once, because the files in the binary cannot change.
  private static let allShipped: [LibraryEntry.Kind: [LibraryEntry]] = {
    let files = Dictionary(grouping: ShippedFile.all, by: \.folder)
    return Dictionary(
      uniqueKeysWithValues: LibraryEntry.Kind.allCases.map { kind in
        let files = (files[kind.shippedFolder] ?? []).filter { kind.includes($0.name) }
        return (kind, files.map { LibraryEntry(kind, $0.name, .shipped(path: $0.pathInRepository)) })
      })
  }()

  /// The folder for the user's own files of a kind; nil without a home folder, and for kinds that are named by their
  /// paths.
  package func ownFolder(of kind: LibraryEntry.Kind) -> FilePath? {
    guard let ownFolder, let folder = kind.ownFolder else { return nil }
    return ownFolder.appending(folder)
  }

  /// The user's own files of a kind, by name.
  ///
  /// - Throws: an error if the folder exists and cannot be read.
  package func own(_ kind: LibraryEntry.Kind) throws(SpinetError) -> [LibraryEntry] {
    guard let folder = ownFolder(of: kind) else { return [] }
    return try Self.fileNames(in: folder).sorted().filter(kind.includes)
      .map { LibraryEntry(kind, $0, .own(path: folder.appending($0))) }
  }

  /// The names in a folder, unsorted, by readdir(3); empty if there is no such folder.
  private static func fileNames(in path: FilePath) throws(SpinetError) -> [String] {
    guard let folder = opendir(path.string) else {
      guard errno == ENOENT else {
        throw SpinetError(
          .notReadable, what: path.string, why: "\(Errno.last)", remedy: InputFile.remedy)
      }
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
        })
    }
    return names
  }
}

extension LibraryEntry {
  fileprivate func isSelected(by word: String) -> Bool {
    let (name, word) = (name.lowercased(), word.lowercased())
    return !word.isEmpty && (name.contains(word) || fnmatch(word, name, 0) == 0)
  }
}
