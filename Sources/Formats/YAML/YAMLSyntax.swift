import CYAML

/// An error of libyaml, in the words of people who write files by hand.
struct YAMLSyntax {
  let message: String
  /// Whether the error is reported where the unclosed item was opened.
  let isAtContext: Bool

  init(_ parser: yaml_parser_t, in bytes: [UInt8]) {
    let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
    let context = parser.context.map { String(cString: $0) } ?? ""
    let start = Int(parser.context_mark.line) + 1
    isAtContext = problem == "found unexpected end of stream" && context.contains("quoted")
    message =
      switch problem {
      case "found character that cannot start any token":
        Self.beginning(with: Int(parser.problem_mark.index), in: bytes)
      case "found unexpected end of stream" where isAtContext:
        "a quotation mark that is never closed, expected another one"
      case "did not find expected ',' or ']'":
        "a list that is not closed, expected ',' or ']' ([ in line \(start))"
      case "did not find expected ',' or '}'":
        "a map that is not closed, expected ',' or '}' ({ in line \(start))"
      case "did not find expected key":
        "a line that is not aligned with the others of its map, expected it in column \(parser.context_mark.column + 1)"
      case "did not find expected '-' indicator":
        "a line that is not an item of its list, expected '-' in column \(parser.context_mark.column + 1)"
      default: Self.plain[problem] ?? problem + (context.isEmpty ? "" : " ") + context
      }
  }

  /// Messages of libyaml that need no position.
  private static let plain = [
    "found a tab character that violates indentation": "a tab, expected spaces",
    "found a tab character that violates intendation": "a tab, expected spaces",
    "mapping values are not allowed in this context":
      "a colon where no entry can start, expected a space after the colon of the entry before, or quotes",
    "could not find expected ':'": "a line without a colon, expected \"KEY: VALUE\"",
    "block sequence entries are not allowed in this context":
      "a list item where none is allowed, expected it on a line of its own",
    "found unknown escape character":
      "an unknown escape after \\, expected single quotes, or \\\\ for \\",
    "control characters are not allowed": "a control character, expected text",
  ]

  private static func beginning(with offset: Int, in bytes: [UInt8]) -> String {
    // libyaml counts characters, and some may have several bytes.
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(offset)
    guard let scalar = text.first, scalar != "\t" else { return "a tab, expected spaces" }
    return "\"\(scalar)\" at the beginning of a text, expected the text in quotes"
  }
}
