/// The side of its column on which a text stands.
public enum TextAlignment: Sendable { case left, right }

extension String {
  /// Filled up with spaces to `width` characters; a longer text stays as it is.
  public func padded(to width: Int, _ alignment: TextAlignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return alignment == .left ? self + spaces : spaces + self
  }
}

extension [[String]] {
  /// The rows with their cells in columns, two spaces apart and without spaces at the end.
  ///
  /// All rows have as many cells as the first.
  public var inColumns: [String] {
    guard let first else { return [] }
    let widths = first.indices.map { column in map { $0[column].count }.max() ?? 0 }
    return map { row in
      var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
