/// Why a text or a file cannot be read. The caller adds the file's name and a remedy.
package struct ReadingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and, where it helps, what was expected.
  package let why: String
  /// Counted from 1; nil where the format has no lines.
  package let line: Int?

  package init(_ why: String, line: Int? = nil) {
    self.why = why
    self.line = line
  }

  package var description: String { why }
}
