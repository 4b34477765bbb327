import CShipped
import Glibc

/// What is at hand: people's own files before those that travel in the binary.
///
/// An own mapping or patch shadows a shipped one of its name. Folders are looked at anew in every call, so
/// that a file saved while an instrument plays is found.
public struct Catalog: Sendable {
  /// `$XDG_CONFIG_HOME/spinet`, or `~/.config/spinet`; nil for somebody without a home.
  public let ownFolder: String?

  /// - Parameter environment: the process's. By the XDG base directory specification a relative
  ///   `XDG_CONFIG_HOME` does not count.
  public init(environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let configuration = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    ownFolder = configuration.map { $0 + "/spinet" }
  }

  /// All of a kind by name, people's own first.
  ///
  /// - Throws: for an own folder that is there and cannot be read.
  public func entries(_ kind: LibraryEntry.Kind) throws(LibraryError) -> [LibraryEntry] {
    let own = try own(kind)
    let names = Set(own.map(\.name))
    return own + Self.shipped(kind).filter { !names.contains($0.name) }
  }

  /// The file at this path, if it has a `/` in it or ends as the kind's files do; or the entry of this name; or the
  /// file of this name where we are; or the only entry with this in its name or that this wildcard fits.
  ///
  /// - Returns: nil for a name that nothing has; a path is believed until it is read.
  /// - Throws: also when several have it in their names.
  public func find(_ kind: LibraryEntry.Kind, _ name: String) throws(LibraryError) -> LibraryEntry? {
    let file = LibraryEntry(kind: kind, origin: .own(path: name))
    if name.contains("/") || kind.includes(name) { return file }
    let entries = try entries(kind)
    if let exact = entries.first(where: { $0.name == name }) { return exact }
    if isFile(name) { return file }
    let alike = entries.filter { $0.isSelected(by: name) }
    guard alike.count > 1 else { return alike.first }
    let names = alike.map(\.name).joined(separator: ", ")
    throw LibraryError(path: name, reason: "several match that name: \(names)")
  }

  /// The shipped files of a kind, shadowed or not.
  public static func shipped(_ kind: LibraryEntry.Kind) -> [LibraryEntry] {
    ShippedFile.all.map(\.pathInRepository)
      .filter { $0.hasPrefix(kind.shippedFolder + "/") && kind.includes($0) }
      .map { LibraryEntry(kind: kind, origin: .shipped(path: $0)) }
  }

  /// Where people's own of a kind lie, if there are any; nil for kinds that are named by their paths.
  public func ownFolder(of kind: LibraryEntry.Kind) -> String? {
    guard let ownFolder, let folder = kind.ownFolder else { return nil }
    return "\(ownFolder)/\(folder)"
  }

  /// People's own of a kind, by name.
  ///
  /// - Throws: for a folder that is there and cannot be read.
  public func own(_ kind: LibraryEntry.Kind) throws(LibraryError) -> [LibraryEntry] {
    guard let path = ownFolder(of: kind) else { return [] }
    return try fileNames(inFolder: path).filter(kind.includes).sorted()
      .map { LibraryEntry(kind: kind, origin: .own(path: "\(path)/\($0)")) }
  }
}

extension LibraryEntry {
  fileprivate func isSelected(by word: String) -> Bool {
    let (name, word) = (name.lowercased(), word.lowercased())
    return !word.isEmpty && (name.contains(word) || fnmatch(word, name, 0) == 0)
  }
}
