import SpinetText

extension String {
  /// A message as a terminal may show it. Names and texts from files can have control characters, which would send
  /// commands to the terminal, and can be as long as a file.
  package var asMessage: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { Self.message(String($0)) }
      .joined(separator: "\n")
  }

  private static let longest = 600
  /// How much of the end is kept: it says what to do.
  private static let longestEnd = 180

  private static func message(_ line: String) -> String {
    let shown = line.harmless
    // Most are short, and counting characters takes longer.
    guard shown.utf8.count > longest, shown.count > longest else { return shown }
    return "\(shown.prefix(longest - longestEnd - 3)) … \(shown.suffix(longestEnd))"
  }

  /// Without characters that move the cursor, change colours or turn the direction of writing.
  package var harmless: String {
    guard unicodeScalars.contains(where: \.isCommand) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars { shown.append(scalar.isCommand ? "\u{FFFD}" : scalar) }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// The controls of ECMA-48, but for the tabulator, and the controls of the direction of writing (UAX 9).
  fileprivate var isCommand: Bool {
    switch value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
