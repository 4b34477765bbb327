import SpinetText

/// A token of an expression in Faust's C.
enum GroupToken: Hashable {
  case name(String)
  case number(String)
  case sign(String)

  var text: String {
    switch self {
    case .name(let text), .number(let text), .sign(let text): text
    }
  }

  private static let signs: Set<Character> = Set("()[]+-*/%<>=!&|^?:,~")
  private static let pairs: Set<String> = ["->", "<=", ">=", "==", "!=", "<<", ">>", "&&", "||"]

  /// The tokens of an expression.
  static func all(in text: some StringProtocol) throws(ReadingProblem) -> [GroupToken] {
    var rest = Substring(text)
    var tokens: [GroupToken] = []
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else {
        tokens.append(try next(&rest, first))
      }
    }
    return tokens
  }

  private static func next(_ rest: inout Substring, _ first: Character) throws(ReadingProblem) -> GroupToken {
    if first.isNumber || first == "." { return .number(readNumber(&rest)) }
    if isOfName(first) { return .name(read(&rest, while: isOfName)) }
    let pair = String(rest.prefix(2))
    if pairs.contains(pair) {
      rest.removeFirst(2)
      return .sign(pair)
    }
    guard signs.contains(first) else { throw ReadingProblem("the sign \(first)") }
    rest.removeFirst()
    return .sign(String(first))
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }

  /// `12`, `0.5f`, `1.2e-05f`.
  private static func readNumber(_ rest: inout Substring) -> String {
    var number = read(&rest) { isOfName($0) || $0 == "." }
    if number.last == "e", let sign = rest.first, "+-".contains(sign) {
      rest.removeFirst()
      number += String(sign) + read(&rest, while: isOfName)
    }
    return number
  }

  private static func read(_ rest: inout Substring, while isPart: (Character) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest.removeFirst(part.count)
    return String(part)
  }
}
