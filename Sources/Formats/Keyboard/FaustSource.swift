import SpinetRealtime

/// Reads as much of a Faust program as is needed to find its SmartKeyboard declaration.
struct FaustSource {
  /// The text of `declare interface "SmartKeyboard{…}"` between its quotes, and its position. Nil if there is
  /// none outside comments.
  static func declaration(in text: String) -> (text: String, location: TextLocation)? {
    var scanner = FaustSource(rest: text[...])
    while let (string, location, before) = scanner.nextString() {
      let words = before.split(whereSeparator: \.isWhitespace).suffix(2)
      if words == ["declare", "interface"], string.contains(DeclarationReader.marker) {
        return (string, location)
      }
    }
    return nil
  }

  private var rest: Substring
  private var location = TextLocation.start

  private init(rest: Substring) { self.rest = rest }

  /// The next string literal, and the code before it in the same statement.
  private mutating func nextString() -> (text: String, location: TextLocation, before: String)? {
    var before = ""
    while let next = rest.first {
      if rest.hasPrefix("//") {
        while let character = rest.first, !character.isNewline { advance(character) }
      } else if rest.hasPrefix("/*") {
        skipBlockComment()
      } else {
        advance(next)
        if next == "\"" { return (readString(), literalPosition, before) }
        if next == ";" { before = "" } else { before.append(next) }
      }
    }
    return nil
  }

  /// The position of the last literal that was read.
  private var literalPosition = TextLocation.start

  private mutating func readString() -> String {
    literalPosition = location
    var text = ""
    while let next = rest.first, next != "\"" {
      advance(next)
      text.append(next)
      if next == "\\", rest.first == "\"" {
        advance("\"")
        text.append("\"")
      }
    }
    if rest.first == "\"" { advance("\"") }
    return text
  }

  private mutating func skipBlockComment() {
    while let next = rest.first, !rest.hasPrefix("*/") { advance(next) }
    for character in rest.prefix(2) { advance(character) }
  }

  private mutating func advance(_ character: Character) {
    rest.removeFirst()
    if character.isNewline {
      location = TextLocation(line: location.line + 1, column: 1)
    } else {
      location.column += 1
    }
  }
}
