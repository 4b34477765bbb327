import Documents
import Engine
import Library

/// The patches at hand, people's own first.
public struct PatchList {
  private struct Row {
    let entry: LibraryEntry
    let patch: Patch?
    /// Why it cannot be read; nil when it can.
    let problem: String?

    init(_ entry: LibraryEntry) {
      self.entry = entry
      do {
        patch = try Patch(text: entry.text(), file: entry.path)
        problem = nil
      } catch {
        patch = nil
        problem = (error as? DocumentErrors)?.diagnostics.first?.description ?? "\(error)"
      }
    }
  }

  private let rows: [Row]

  public init() throws {
    rows = try Catalog.current.entries(.patch).map(Row.init)
  }

  /// Name, family and where it is from, aligned.
  public var text: [String] {
    let width = rows.map(\.entry.name.count).max() ?? 0
    return rows.map { row in
      let name = row.entry.name.padding(to: width)
      let family = (row.patch?.family ?? "").padding(to: 8)
      if let problem = row.problem { return "\(name)  \(family)  not readable  (\(problem))" }
      return "\(name)  \(family)  \(row.patch?.name ?? "")\(row.entry.isOwn ? "  (\(row.entry.path))" : "")"
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
      row.problem.map { line.add("problem", $0) } ?? line.addNull("problem")
      return line.description
    }
  }
}

extension String {
  /// Filled with spaces to so many characters.
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
