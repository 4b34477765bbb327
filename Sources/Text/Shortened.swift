extension String {
  /// The beginning of a text from a user's file, short enough for a message of one line.
  public var shortened: String {
    let line = prefix(40).prefix { !$0.isNewline }
    return String(line).printable + (line.endIndex == endIndex ? "" : "…")
  }

  /// Without control characters, which could send commands to the terminal.
  public var printable: String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      shown.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }
}
