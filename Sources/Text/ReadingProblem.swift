/// Why a text or bytes cannot be read.
///
/// It goes no further than to the caller that knows the file's name: that one throws a `SpinetError` with the name and a
/// remedy, or reports a `Diagnostic` with the place.
package struct ReadingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and, where it helps, what was expected: one line, whatever it quotes.
  package let why: String
  /// Counted from 1; nil where the format has no lines.
  package let line: Int?
  /// What was probably meant.
  package let suggestion: String?

  package init(_ why: String, line: Int? = nil, suggestion: String? = nil) {
    self.why = why.printable
    self.line = line
    self.suggestion = suggestion?.printable
  }

  package var description: String { why }
}
