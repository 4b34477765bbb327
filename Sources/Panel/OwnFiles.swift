import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage

/// The user's pages and set lists, in their folders. Reads and writes files. [any-thread]
final class OwnFiles: Sendable {
  /// What became of a file that a page wanted to keep.
  enum Outcome: Sendable {
    case kept
    /// Another file has the name.
    case exists
    case refused(String)
  }

  private let catalog: Catalog
  private let names: FolderNames
  /// The last good version of each page, for the time in which its file has errors.
  private let goodPages = Mutex<[String: OwnPage]>([:])

  init(_ catalog: Catalog = .current, names: FolderNames) { (self.catalog, self.names) = (catalog, names) }

  // MARK: Reading

  /// `{"pages": […]}`
  var pages: String {
    let entries = (try? catalog.own(.page)) ?? []
    return "{\"pages\":\(PanelState.list(entries.map(page)))}"
  }

  private func page(_ entry: LibraryEntry) -> String {
    var line = JSONLine()
    line.add("name", entry.name)
    var problems: [String] = []
    var page = goodPages.withLock { $0[entry.name] }
    do throws(SpinetError) {
      let read = try OwnPage(bytes: entry.bytes(), file: entry.path.string)
      goodPages.withLock { $0[entry.name] = read }
      page = read
    } catch {
      problems = lines(of: error)
    }
    line.add("title", page?.title ?? entry.name)
    line.add("wide", literal: page?.wide.map(Self.json) ?? "null")
    line.add("tall", literal: page?.tall.map(Self.json) ?? "null")
    line.add("problems", problems)
    return line.description
  }

  private func lines(of error: SpinetError) -> [String] {
    "\(error)".split(separator: "\n").map { names.leftOut(of: String($0)) }
  }

  private static func json(_ items: [OwnPage.Item]) -> String { PanelState.list(items.map(json)) }

  private static func json(_ item: OwnPage.Item) -> String {
    var line = JSONLine()
    line.add("kind", item.kind.rawValue)
    if item.widgets.count == 1 { line.add("widget", item.widgets[0]) }
    if item.widgets.count > 1 { line.add("widgets", item.widgets) }
    line.add("at", literal: "[\(item.column),\(item.row)]")
    line.add("size", literal: "[\(item.columns),\(item.rows)]")
    if let label = item.label { line.add("label", label) }
    if let colour = item.colour { line.add("colour", colour) }
    if !item.scenes.isEmpty { line.add("scenes", item.scenes) }
    return line.description
  }

  /// `{"setlists": […]}`
  var setLists: String {
    "{\"setlists\":\(PanelState.list(((try? catalog.own(.setList)) ?? []).map(setList)))}"
  }

  private func setList(_ entry: LibraryEntry) -> String {
    var line = JSONLine()
    line.add("name", entry.name)
    line.add("own", true)
    do throws(SpinetError) {
      line.add("songs", literal: Self.json(try SetList(bytes: entry.bytes(), file: entry.path.string)))
      line.add("problems", [String]())
    } catch {
      line.add("songs", literal: "[]")
      line.add("problems", lines(of: error))
    }
    return line.description
  }

  private static func json(_ list: SetList) -> String {
    PanelState.list(
      list.songs.map { song in
        var line = JSONLine()
        line.add("stage", song.stage)
        line.add("note", song.note)
        line.add("file", song.song != nil)
        return line.description
      })
  }

  // MARK: Writing

  func keep(_ page: OwnPage, named name: String, replaces: Bool) -> Outcome {
    if let problem = page.problem { return .refused(problem) }
    return keep(page.text, .page, named: name, replaces: replaces)
  }

  /// - Parameter places: where each song was in the list as the page knows it; nil where it does not say so.
  func keep(_ list: SetList, places: [Int?]?, named name: String, replaces: Bool) -> Outcome {
    // The page knows stages and notes only.
    let old = (try? catalog.own(.setList).first { $0.name == name }?.bytes()).flatMap { bytes in
      try? SetList(bytes: bytes, file: name)
    }
    return keep(
      old.map { list.keeping($0, places: places) }?.text ?? list.text, .setList, named: name,
      replaces: replaces)
  }

  private func keep(
    _ text: String, _ kind: LibraryEntry.Kind, named name: String, replaces: Bool
  ) -> Outcome {
    guard let path = path(kind, name) else {
      return .refused("'\(name.shortened)' cannot be a name; use letters, digits, spaces, - and _")
    }
    if path.exists, !replaces { return .exists }
    do throws(SpinetError) {
      try AtomicFile.write(text, to: path, permissions: 0o644)
      return .kept
    } catch {
      return .refused(names.leftOut(of: "\(error)"))
    }
  }

  /// Takes a file away, and keeps its last version as `NAME.yaml~`. Returns why it cannot; nil if it did.
  func forget(_ kind: LibraryEntry.Kind, named name: String) -> String? {
    guard let path = path(kind, name), path.exists else { return "you have no \(kind) '\(name.shortened)'" }
    guard rename(path.string, path.string + "~") == 0 else { return "\(Errno.last)" }
    return nil
  }

  /// Only in the user's own folders: a page must not write anywhere else.
  private func path(_ kind: LibraryEntry.Kind, _ name: String) -> FilePath? {
    guard name.wholeMatch(of: /[\p{L}\p{N}][\p{L}\p{N} _\-]{0,63}/) != nil else { return nil }
    return catalog.ownFolder(of: kind)?.appending("\(name).yaml")
  }
}
