import SpinetRealtime

/// Collects the problems of a file while it is read.
package struct Diagnostics: Sendable {
  /// The file's name as the user gave it.
  package let file: String
  /// In the order in which they were found. `SpinetError` sorts them by position.
  package private(set) var all: [Diagnostic] = []
  /// A file with more errors is probably of another kind, and searching for that many similar names would
  /// take long.
  private static let mostSuggestions = 100

  package init(file: String) { self.file = file }

  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// - Parameters:
  ///   - message: what is wrong and, after a comma, what was expected. What it quotes cannot break its line.
  ///   - suggestion: only evaluated for the first errors of a file.
  ///   - remedy: what to do, where it is not just to correct the text.
  package mutating func error(
    at location: TextLocation, _ message: String, suggestion: @autoclosure () -> String? = nil,
    remedy: Remedy? = nil
  ) {
    add(.error, at: location, message, suggestion, remedy)
  }

  package mutating func warning(
    at location: TextLocation, _ message: String, suggestion: @autoclosure () -> String? = nil
  ) {
    add(.warning, at: location, message, suggestion)
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, at location: TextLocation, _ message: String,
    _ suggestion: () -> String?, _ remedy: Remedy? = nil
  ) {
    let suggestion = all.count < Self.mostSuggestions ? suggestion() : nil
    all.append(
      Diagnostic(
        file: file, location: location, severity: severity, message.printable,
        suggestion: suggestion?.printable, remedy: remedy))
  }

  /// Adds the error of another file, or of what this one refers to at `location`.
  package mutating func add(_ error: SpinetError, at location: TextLocation) {
    if error.diagnostics.isEmpty {
      self.error(at: location, error.problem, remedy: error.remedy)
    } else {
      all += error.diagnostics
    }
  }

  /// Throws everything found, including warnings, if there is at least one error.
  package func throwErrors() throws(SpinetError) {
    if hasErrors { throw SpinetError(all) }
  }
}
