import Documents
import Engine
import Library

/// The patches at hand, people's own first.
public struct PatchList {
  private struct Row {
    let entry: LibraryEntry
    let patch: Patch?
  }

  private let rows: [Row]

  public init() throws {
    rows = try Catalog.current.entries(.patch).map { entry in
      Row(entry: entry, patch: try? Patch(text: entry.text(), file: entry.path))
    }
  }

  /// Name, family and where it is from, aligned.
  public var text: [String] {
    let width = rows.map(\.entry.name.count).max() ?? 0
    return rows.map { row in
      let name = row.entry.name.padding(to: width)
      let family = (row.patch?.family ?? "").padding(to: 8)
      return
        "\(name)  \(family)  \(row.patch?.name ?? "not readable")\(row.entry.isOwn ? "  (\(row.entry.path))" : "")"
    }
  }

  public var json: [String] {
    rows.map { row in
      var line = JSONLine()
      line.add("patch", row.entry.name)
      line.add("name", row.patch?.name ?? "")
      line.add("family", row.patch?.family ?? "")
      line.add("author", row.patch?.author ?? "")
      line.add("place", row.entry.path)
      return line.description
    }
  }
}

extension String {
  /// Filled with spaces to so many characters.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
