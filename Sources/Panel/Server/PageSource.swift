/// A source of the page as it is sent: without comments, and without blanks that mean nothing.
///
/// Lines stay lines, because JavaScript ends statements at them. What is in strings, templates and regular expressions is
/// not touched.
struct PageSource {
  private let source: [UInt8]
  private let language: Language
  private var place = 0
  private var sent: [UInt8] = []
  /// The braces that are open in each placeholder of a template in which the place is.
  private var placeholders: [Int] = []

  enum Language {
    case script, style

    /// A blank behind one of these means nothing. In a style `a :hover` is not `a:hover`, and `1 + (2)` not `1 +(2)`.
    fileprivate var marksBeforeBlanks: Set<UInt8> { self == .script ? Self.scriptMarks : Self.styleMarks }
    /// A blank before one of these means nothing.
    fileprivate var marksAfterBlanks: Set<UInt8> { self == .script ? Self.scriptMarks : Self.braces }

    private static let scriptMarks = Set("{}()[],;:?=".utf8)
    private static let styleMarks = Set("{},;:".utf8)
    private static let braces = Set("{}".utf8)
  }

  /// The bytes of a source as they are sent.
  static func stripped(_ source: [UInt8], _ language: Language) -> [UInt8] {
    var page = PageSource(source, language)
    page.run()
    return page.sent
  }

  private init(_ source: [UInt8], _ language: Language) {
    (self.source, self.language) = (source, language)
    sent.reserveCapacity(source.count)
  }

  private func byte(_ distance: Int) -> UInt8? {
    let index = place + distance
    return index < source.count ? source[index] : nil
  }

  private mutating func copy(_ count: Int = 1) {
    let end = min(place + count, source.count)
    sent.append(contentsOf: source[place..<end])
    place = end
  }

  private mutating func run() {
    while let byte = byte(0) {
      closeUp()
      switch byte {
      case .newline: endLine()
      case .blank, .tab: blank()
      case .slash: slash()
      case .quote, .doubleQuote: string(byte)
      case .backtick where language == .script: beginTemplate()
      case .openBrace: openBrace()
      case .closeBrace: closeBrace()
      default: copy()
      }
    }
    endLine()
  }

  // MARK: Blanks and comments

  private mutating func endLine() {
    if sent.last == .blank { sent.removeLast() }
    if let last = sent.last, last != .newline { sent.append(.newline) }
    place += 1
  }

  /// One blank stands for all that follow each other, and for none at the beginning of a line or beside a mark.
  private mutating func blank() {
    place += 1
    guard let last = sent.last, last != .blank, last != .newline, !endsWithMark else { return }
    sent.append(.blank)
  }

  /// Whether a blank means nothing after what was sent last.
  private var endsWithMark: Bool {
    guard let last = sent.last, last != .greater else {
      return language == .script && sent.dropLast().last == .equals
    }
    return language.marksBeforeBlanks.contains(last)
  }

  /// Leaves out the blank before a mark, which is at the place.
  private mutating func closeUp() {
    if let byte = byte(0), language.marksAfterBlanks.contains(byte), sent.last == .blank { sent.removeLast() }
  }

  private mutating func slash() {
    if byte(1) == .star { return comment() }
    guard language == .script else { return copy() }
    if byte(1) == .slash { return lineComment() }
    if let end = expressionEnd() { copy(end - place) } else { copy() }
  }

  /// A comment stands for a blank, or for a line if it goes over more than one.
  private mutating func comment() {
    var isLong = false
    place += 2
    while let byte = byte(0), !(byte == .star && self.byte(1) == .slash) {
      isLong = isLong || byte == .newline
      place += 1
    }
    place += 1
    if isLong { endLine() } else { blank() }
  }

  private mutating func lineComment() {
    while let byte = byte(0), byte != .newline { place += 1 }
  }

  // MARK: Strings and templates

  private mutating func string(_ quote: UInt8) {
    copy()
    while let byte = byte(0), byte != quote, byte != .newline { copy(byte == .backslash ? 2 : 1) }
    if byte(0) == quote { copy() }
  }

  private mutating func beginTemplate() {
    copy()
    template()
  }

  /// A template up to its end, or to the code in it.
  private mutating func template() {
    while let byte = byte(0) {
      if byte == .backtick { return copy() }
      if byte == .dollar, self.byte(1) == .openBrace {
        placeholders.append(0)
        return copy(2)
      }
      copy(byte == .backslash ? 2 : 1)
    }
  }

  private mutating func openBrace() {
    if !placeholders.isEmpty { placeholders[placeholders.count - 1] += 1 }
    copy()
  }

  private mutating func closeBrace() {
    copy()
    guard let open = placeholders.last else { return }
    if open > 0 {
      placeholders[placeholders.count - 1] = open - 1
    } else {
      placeholders.removeLast()
      template()
    }
  }

  // MARK: Regular expressions

  /// Where the regular expression that begins here ends; nil if the slash divides.
  private func expressionEnd() -> Int? {
    guard mayBeginExpression else { return nil }
    var (index, isInClass) = (place + 1, false)
    while index < source.count, source[index] != .newline {
      switch source[index] {
      case .backslash: index += 1
      case .openBracket: isInClass = true
      case .closeBracket: isInClass = false
      case .slash where !isInClass: return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether an operand may stand here. After a value a slash divides.
  private var mayBeginExpression: Bool {
    guard let end = sent.lastIndex(where: { $0 != .blank && $0 != .newline }) else { return true }
    let last = sent[end]
    if last == .closeParenthesis || last == .closeBracket || last == .closeBrace { return false }
    if last == .quote || last == .doubleQuote || last == .backtick { return false }
    guard last.isWord else { return true }
    let begin = (sent[...end].lastIndex { !$0.isWord } ?? -1) + 1
    return Self.wordsBeforeValues.contains(String(decoding: sent[begin...end], as: UTF8.self))
  }

  private static let wordsBeforeValues: Set = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof",
    "yield",
    "await",
  ]
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let blank = UInt8(ascii: " ")
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let star = UInt8(ascii: "*")
  fileprivate static let quote = UInt8(ascii: "'")
  fileprivate static let doubleQuote = UInt8(ascii: "\"")
  fileprivate static let backtick = UInt8(ascii: "`")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let dollar = UInt8(ascii: "$")
  fileprivate static let greater = UInt8(ascii: ">")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let openBrace = UInt8(ascii: "{")
  fileprivate static let closeBrace = UInt8(ascii: "}")
  fileprivate static let openBracket = UInt8(ascii: "[")
  fileprivate static let closeBracket = UInt8(ascii: "]")
  fileprivate static let closeParenthesis = UInt8(ascii: ")")

  fileprivate var isWord: Bool {
    self == .dollar || self == UInt8(ascii: "_") || self >= 0x80
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
