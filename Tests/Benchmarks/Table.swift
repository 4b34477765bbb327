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

extension Table.Row {
  /// Two measured values of one kind; no peer where there is nothing to be measured.
  init(_ work: String, _ spinet: Double, _ peer: Double?, unit: String = "CPU s") {
    self.work = work
    self.spinet = "\(spinet.short) \(unit)"
    self.peer = peer.map { "\($0.short) \(unit)" } ?? "not here"
    ratio = peer.map { (spinet / $0).short } ?? ""
  }
}
