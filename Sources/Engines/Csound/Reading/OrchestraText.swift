/// The words of a Csound text, line by line, and the comments at the ends of the lines.
struct OrchestraText: Sendable {
  enum Word: Hashable, Sendable {
    /// A name, a number, or other characters without a space.
    case name(String)
    /// The text between quotes.
    case text(String)
    case mark(Character)
  }

  /// The words of each line; one entry per line of the text.
  private(set) var lines: [[Word]] = []
  /// The comment at the end of each line that has one, by the line's index.
  private(set) var comments: [Int: String] = [:]
  private var isInBlockComment = false
  private var isInLongText = false

  init(_ lines: some Sequence<String>) {
    for line in lines { self.lines.append(words(of: Array(line))) }
  }

  private mutating func words(of line: [Character]) -> [Word] {
    var words: [Word] = []
    var index = 0
    while index < line.count {
      let rest = line[index...]
      if isInBlockComment || isInLongText {
        skip(&index, in: line)
      } else if rest.starts(with: "/*") || rest.starts(with: "{{") {
        isInBlockComment = rest.starts(with: "/*")
        isInLongText = !isInBlockComment
        index += 2
      } else if rest.starts(with: ";") || rest.starts(with: "//") {
        comments[lines.count] = String(rest.drop { $0 == ";" || $0 == "/" || $0.isWhitespace })
        break
      } else {
        words += Self.word(at: &index, in: line).map { [$0] } ?? []
      }
    }
    return words
  }

  /// Skips to the end of a comment or text of several lines.
  private mutating func skip(_ index: inout Int, in line: [Character]) {
    let end = isInBlockComment ? "*/" : "}}"
    guard line[index...].starts(with: end) else {
      index += 1
      return
    }
    index += 2
    isInBlockComment = false
    isInLongText = false
  }

  /// The word that begins at `index`, nil for a space.
  private static func word(at index: inout Int, in line: [Character]) -> Word? {
    let start = index
    index += 1
    if line[start] == "\"" {
      while index < line.count, line[index] != "\"" { index += 1 }
      // An unclosed quote is not a text.
      guard index < line.count else { return .mark("\"") }
      index += 1
      return .text(String(line[(start + 1)..<(index - 1)]))
    }
    guard isPart(line[start]) else { return line[start].isWhitespace ? nil : .mark(line[start]) }
    while index < line.count, isPart(line[index]) { index += 1 }
    return .name(String(line[start..<index]))
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.$#".contains(character)
  }
}
