import Glibc

/// Converts text to ASCII, for locales whose character set is not UTF-8.
package enum ASCIIText {
  /// Whether this process has such a locale. A process without any locale, such as a service, prints UTF-8.
  package static let isWanted = isWanted { name in getenv(name).map { String(cString: $0) } }

  /// Reads the locale from the first of the three variables that is not empty, as setlocale(3) does.
  static func isWanted(_ environment: (String) -> String?) -> Bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment)
    guard let locale = values.first(where: { !$0.isEmpty }) else { return false }
    let name = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
    guard name.count == 2 else { return ["C", "POSIX"].contains(locale) }
    return !["utf8", "utf-8"].contains(name[1].lowercased())
  }

  /// `text` in the character set of this process.
  package static func printed(_ text: String) -> String { isWanted ? converted(text) : text }

  /// `text` in ASCII. Symbols get a spelling, other characters become `?`. JSON keeps all characters, as escapes.
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

  /// Symbols that are used in columns are spelled with one character.
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
