import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetText
import SystemPackage

/// The texts of the mapping files that pages are told of, and of no other files. Reads files. [any-thread]
struct MappingFiles: Sendable {
  let view: MappingView
  let names: FolderNames

  /// In bytes. A longer file is none that a page can show.
  private static let mostBytes = 1 << 20

  /// A file by the name that pages know, with its text.
  func message(of name: String) -> String {
    var line = JSONLine()
    do throws(SpinetError) {
      let text = try text(of: name)
      line.add("mapfile", name)
      line.add("text", text)
    } catch {
      line.add("error", names.leftOut(of: "\(error)"))
    }
    return line.description
  }

  private func text(of name: String) throws(SpinetError) -> String {
    guard let file = files.first(where: { names.leftOut(of: $0) == name }), let entry = try entry(of: file)
    else {
      throw SpinetError(
        .notFound, what: name.shortened, why: "no mapping file has this name",
        remedy: "choose one of those that are shown")
    }
    let text = try entry.text()
    guard text.utf8.count <= Self.mostBytes else {
      throw SpinetError(
        .notReadable, what: name, why: "larger than 1 MB", remedy: "open it on the instrument's machine")
    }
    return text
  }

  /// Those that are in use, and those whose errors are told: a file that was never read has nothing else.
  private var files: [String] {
    let lines = view.problems.flatMap { $0.split(separator: "\n") }
    return view.mappings.map(\.file)
      + lines.compactMap { $0.prefixMatch(of: /(.+?\.ya?ml):\d+/).map { String($0.1) } }
  }

  private func entry(of file: String) throws(SpinetError) -> LibraryEntry? {
    if let shipped = Catalog.shipped(.mapping).first(where: { $0.path.string == file }) { return shipped }
    return try Catalog.current.find(.mapping, file)
  }
}
