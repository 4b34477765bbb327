extension [String] {
  /// `a, b or c`
  package var joinedByOr: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  package var trimmed: String {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }
}

extension String {
  /// The beginning of a text from a user's file, short enough for a message of one line.
  package var shortened: String {
    let line = prefix(40).prefix { !$0.isNewline }
    return String(line).printable + (line.endIndex == endIndex ? "" : "…")
  }

  /// On one line, and without control characters, which could send commands to the terminal.
  package var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars { shown.append(scalar.isControl ? "\u{FFFD}" : scalar) }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Whether it does something other than being seen, such as beginning a line.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
