/// The side of its column to which a text is aligned.
package enum TextAlignment: Sendable { case left, right }

extension String {
  /// Adds spaces, or other characters, up to `width` characters. A longer text is not changed.
  package func padded(
    to width: Int, _ alignment: TextAlignment = .left, with filler: Character = " "
  ) -> String {
    let padding = String(repeating: filler, count: max(0, width - count))
    return alignment == .left ? self + padding : padding + self
  }
}

extension [[String]] {
  /// Aligns the cells of the rows in columns, separated by two spaces. Lines have no trailing spaces.
  ///
  /// All rows must have as many cells as the first.
  package var inColumns: [String] {
    guard let first else { return [] }
    let widths = first.indices.map { column in map { $0[column].count }.max() ?? 0 }
    return map { row in
      var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
