import Foundation
import SpinetText

/// The lines of a Scala file without its `!` comments, and the errors in them.
struct ScalaLines {
  private let file: String
  private var rest: ArraySlice<(number: Int, text: String)>
  private var line = 1
  private var diagnostics: [Diagnostic] = []

  init(_ text: String, file: String) {
    self.file = file
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    rest =
      lines.enumerated().map { ($0.offset + 1, String($0.element)) }.filter {
        !$0.1.hasPrefix("!")
      }[...]
  }

  var isClean: Bool { diagnostics.isEmpty }
  var errors: DocumentErrors { DocumentErrors(diagnostics) }

  mutating func nextLine() -> String? {
    guard let next = rest.popFirst() else { return nil }
    line = next.number
    return next.text
  }

  /// The first word of the next line as an integer.
  mutating func number(_ what: String, in range: ClosedRange<Int>) -> Int? {
    let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? ""
    if let number = Int(word), range.contains(number) { return number }
    report("expected \(what), \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// The first word of the next line as a frequency.
  mutating func hertz(_ what: String) -> Double? {
    let word = nextLine()?.split(whereSeparator: \.isWhitespace).first ?? ""
    if let hertz = Double(word), hertz.isFinite, hertz > 0 { return hertz }
    report("expected \(what) in Hz")
    return nil
  }

  mutating func report(_ message: String) {
    diagnostics.append(Diagnostic(file: file, location: TextLocation(line: line, column: 1), message))
  }
}
