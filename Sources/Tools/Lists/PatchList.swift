import SpinetEngine
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// `spinet patches`: the available patches, the user's own first.
package struct PatchList {
  private struct Row {
    let entry: LibraryEntry
    let patch: Patch?
    /// Why it cannot be read; nil when it can.
    let problem: String?

    /// `89`, or `1/82` in a bank.
    var number: String {
      guard let patch, let program = patch.programs.first else { return "" }
      return patch.bank == 0 ? "\(program)" : "\(patch.bank)/\(program)"
    }

    init(_ entry: LibraryEntry) {
      self.entry = entry
      do throws(SpinetError) {
        patch = try Patch(text: entry.text(), file: entry.path.string)
        problem = nil
      } catch {
        patch = nil
        problem = error.diagnostics.first?.description ?? error.problem
      }
    }
  }

  private let rows: [Row]

  package init() throws(SpinetError) {
    rows = try Catalog.current.entries(.patch).map(Row.init)
  }

  /// In columns: file name, program number (with its bank), family and title, and the path of the user's own files.
  package var text: [String] {
    let width = rows.map(\.entry.name.count).max() ?? 0
    return rows.map { row in
      let name = row.entry.name.padded(to: width)
      let family = (row.patch?.family ?? "").padded(to: 8)
      let number = row.number.padded(to: 7, .right)
      if let problem = row.problem { return "\(name)  \(number)  \(family)  not readable  (\(problem))" }
      return
        "\(name)  \(number)  \(family)  \(row.patch?.name ?? "")\(row.entry.isOwn ? "  (\(row.entry.path))" : "")"
    }
  }

  package var json: [String] {
    rows.map { row in
      var line = JSONLine()
      line.add("patch", row.entry.name)
      line.add("name", row.patch?.name ?? "")
      line.add("family", row.patch?.family ?? "")
      line.add("author", row.patch?.author ?? "")
      row.patch?.programs.first.map { line.add("program", $0) } ?? line.addNull("program")
      line.add("bank", row.patch?.bank ?? 0)
      line.add("place", row.entry.path.string)
      row.problem.map { line.add("problem", $0) } ?? line.addNull("problem")
      return line.description
    }
  }
}
