/// Names in columns, read downwards, as shells list completions.
struct ChoiceTable {
  let lines: [String]

  init(_ names: [String], columns: Int) {
    let width = (names.map(\.count).max() ?? 0) + 2
    let across = max(1, columns / width)
    let rows = (names.count + across - 1) / across
    lines = (0..<rows).map { row in
      let inRow = stride(from: row, to: names.count, by: rows).map { names[$0] }
      let padded = inRow.dropLast().map { $0 + String(repeating: " ", count: width - $0.count) }
      return padded.joined() + (inRow.last ?? "")
    }
  }
}
