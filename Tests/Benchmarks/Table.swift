/// Rows of text under headings, aligned.
struct Table {
  struct Row {
    let work: String
    let spinet: String
    var peer = ""
    var ratio = ""
    var cells: [String] { [work, spinet, peer, ratio] }
  }

  let columns: [String]
  private var rows: [[String]] = []

  init(columns: [String]) { self.columns = columns }

  mutating func add(_ row: Row) { rows.append(row.cells) }

  var text: String {
    let all = [columns] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { cells in
      zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
