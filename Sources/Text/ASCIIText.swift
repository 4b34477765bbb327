import Glibc

/// Text without the signs that ASCII lacks, for a locale that has no others.
package enum ASCIIText {
  /// Whether the locale of this process is of such a kind. A process without any locale, such as a service, prints UTF-8.
  package static let isWanted = isWanted { name in getenv(name).map { String(cString: $0) } }

  /// As setlocale(3) finds the locale of characters: by the first of these variables that is not empty.
  static func isWanted(_ environment: (String) -> String?) -> Bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment)
    guard let locale = values.first(where: { !$0.isEmpty }) else { return false }
    let name = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
    guard name.count == 2 else { return ["C", "POSIX"].contains(locale) }
    return !["utf8", "utf-8"].contains(name[1].lowercased())
  }

  /// `text` as this process prints it.
  package static func printed(_ text: String) -> String { isWanted ? converted(text) : text }

  /// `text` in ASCII. Signs have a spelling, letters that have none become `?`. JSON loses nothing: it has escapes.
  package static func converted(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.hasPrefix("{\"") ? escaped($0) : spelled($0) }.joined(separator: "\n")
  }

  private static func spelled(_ line: Substring) -> String {
    line.map { character in
      if character.isASCII { return String(character) }
      return spellings[character] ?? "?"
    }.joined()
  }

  private static func escaped(_ line: Substring) -> String {
    line.utf16.map { unit in
      if unit < 0x80 { return String(UnicodeScalar(UInt8(unit))) }
      return "\\u" + String(unit, radix: 16).padded(to: 4, .right, with: "0")
    }.joined()
  }

  /// Of one character where a column is counted in characters.
  private static let spellings: [Character: String] = [
    "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "·": "*", "±": "+-", "→": "->", "½": "1/2",
    "¼": "1/4",
    "∞": "inf", "≤": "<=", "≥": ">=", "√": "sqrt ", "π": "pi", "µ": "u", "°": " degrees", "§": "section ",
    "²": "^2", "³": "^3", "₀": "0", "₁": "1", "₂": "2", "♯": "#", "♭": "b", "′": "'",
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "\u{A0}": " ",
    "▆": "#", "▁": ".", "█": "#", "▀": "'", "▄": ".", "│": "|", "♪": "*", "○": "o", "✗": "x", "■": "#",
    "▶": ">",
  ]
}
