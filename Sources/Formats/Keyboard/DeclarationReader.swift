import SpinetKeyboard
import SpinetRealtime
import SpinetText

/// Reads the text of a SmartKeyboard declaration: `SmartKeyboard{'nKeyb':'2', …}`.
///
/// Accepts everything that occurs in the original files: either kind of quotes or none, an extra comma, text
/// instead of numbers, and any white space. It reports and skips what it cannot read.
struct DeclarationReader {
  private var rest: Substring
  private var location: TextLocation
  private(set) var settings: [WrittenSetting] = []
  private(set) var diagnostics: Diagnostics

  /// - Parameter location: the position of the text's first character.
  init(_ text: String, at location: TextLocation, file: String) {
    rest = text[...]
    self.location = location
    diagnostics = Diagnostics(file: file)
    skipToSettings()
    while readSetting() {}
  }

  static let marker = "SmartKeyboard"

  /// Skips everything up to the opening brace, if there is one.
  private mutating func skipToSettings() {
    if let marker = rest.firstRange(of: Self.marker) {
      while rest.startIndex < marker.upperBound { advance() }
    }
    skip(while: \.isWhitespace)
    if rest.first == "{" { advance() }
  }

  /// Returns whether there may be more settings.
  private mutating func readSetting() -> Bool {
    skip { $0.isWhitespace || $0 == "," }
    guard let first = rest.first else { return false }
    guard first != "}" else { return false }
    let start = location
    let name = readWord(endingAt: ":,}\n")
    skip(while: \.isWhitespace)
    guard rest.first == ":" else {
      diagnostics.warning(at: start, "“\(name.shortened)” has no value, expected 'key':'value'")
      return true
    }
    advance()
    skip(while: \.isWhitespace)
    let valuePosition = location
    let value = readValue()
    settings.append(
      WrittenSetting(
        name: name, location: start, value: value, valuePosition: valuePosition, severity: .warning))
    return true
  }

  private mutating func readValue() -> String {
    if let first = rest.first, let end = Self.brackets[first] { return readList(endingAt: end) }
    return readWord(endingAt: ",}\n")
  }

  private static let brackets: [Character: Character] = ["{": "}", "[": "]", "(": ")"]

  private mutating func readList(endingAt end: Character) -> String {
    var text = ""
    while let next = rest.first {
      advance()
      text.append(next)
      if next == end { break }
    }
    return text
  }

  /// A word in quotes, or up to one of `ends`. Removes backslashes before quotes.
  private mutating func readWord(endingAt ends: String) -> String {
    if rest.first == "\\" { advance() }
    guard let quote = rest.first, quote == "'" || quote == "\"" else {
      return read { ends.contains($0) }.trimmed
    }
    advance()
    let text = read { $0 == quote || $0 == "\n" }
    if rest.first == quote { advance() }
    return (text.hasSuffix("\\") ? String(text.dropLast()) : text).trimmed
  }

  private mutating func read(until isEnd: (Character) -> Bool) -> String {
    var text = ""
    while let next = rest.first, !isEnd(next) {
      advance()
      text.append(next)
    }
    return text
  }

  private mutating func skip(while isSkipped: (Character) -> Bool) {
    while let next = rest.first, isSkipped(next) { advance() }
  }

  private mutating func advance() {
    let next = rest.removeFirst()
    if next.isNewline {
      location = TextLocation(line: location.line + 1, column: 1)
    } else {
      location.column += 1
    }
  }
}
