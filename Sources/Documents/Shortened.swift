extension String {
  /// The beginning of a text out of somebody's file, fit to be shown in a message of one line: without
  /// control characters, which could do anything to a terminal.
  public var shortened: String {
    let line = prefix(40).prefix { !$0.isNewline }
    let isWhole = line.endIndex == endIndex
    var shown = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      shown.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(shown) + (isWhole ? "" : "…")
  }
}
