/// A position in a text. Line and column are counted from 1.
public struct TextLocation: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static let start = TextLocation(line: 1, column: 1)

  public static func < (a: TextLocation, b: TextLocation) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A problem in a file that a user has written: its position, what is wrong, and what was expected.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable { case error, warning }

  /// The file's name as a person gave it: a text to be shown, and no `FilePath`, because a text may come from standard
  /// input or the command line. What opens or compares a file takes a `FilePath`.
  public var file: String
  public var location: TextLocation
  public var severity: Severity
  /// What is wrong and, after a comma, what was expected.
  public var message: String
  /// The most similar valid name, if there is one.
  public var suggestion: String?

  public init(
    file: String, location: TextLocation, severity: Severity = .error, _ message: String,
    suggestion: String? = nil
  ) {
    self.file = file
    self.location = location
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
  }

  /// `FILE:LINE:COLUMN: error: what, expected what (did you mean …?)`
  public var description: String {
    let hint = suggestion.map { " (did you mean \($0)?)" } ?? ""
    return "\(file):\(location.line):\(location.column): \(severity.rawValue): \(message)\(hint)"
  }
}

/// All problems, sorted by file and by position in the file.
public struct DocumentErrors: Error, Sendable, CustomStringConvertible {
  public let diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) {
    var files: [String: Int] = [:]
    for diagnostic in diagnostics where files[diagnostic.file] == nil { files[diagnostic.file] = files.count }
    func rank(_ diagnostic: Diagnostic) -> (Int, TextLocation) {
      (files[diagnostic.file] ?? 0, diagnostic.location)
    }
    self.diagnostics = diagnostics.sorted { rank($0) < rank($1) }
  }

  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// Collects the problems of a file while it is read.
package struct Diagnostics: Sendable {
  /// The file's name as the user gave it.
  package let file: String
  /// In the order in which they were found. `DocumentErrors` sorts them by position.
  package private(set) var all: [Diagnostic] = []
  /// A file with more errors is probably of another kind, and searching for that many similar names would
  /// take long.
  private static let mostSuggestions = 100

  package init(file: String) { self.file = file }

  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// - Parameters:
  ///   - message: what is wrong and, after a comma, what was expected.
  ///   - suggestion: only evaluated for the first errors of a file.
  package mutating func error(
    at location: TextLocation, _ message: String, suggestion: @autoclosure () -> String? = nil
  ) {
    add(.error, at: location, message, suggestion)
  }

  package mutating func warning(
    at location: TextLocation, _ message: String, suggestion: @autoclosure () -> String? = nil
  ) {
    add(.warning, at: location, message, suggestion)
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, at location: TextLocation, _ message: String, _ suggestion: () -> String?
  ) {
    let suggestion = all.count < Self.mostSuggestions ? suggestion() : nil
    all.append(
      Diagnostic(file: file, location: location, severity: severity, message, suggestion: suggestion))
  }

  /// Adds the problems of another file that this one refers to.
  package mutating func add(_ errors: DocumentErrors) { all += errors.diagnostics }

  /// Throws everything found, including warnings, if there is at least one error.
  package func throwErrors() throws(DocumentErrors) {
    if hasErrors { throw DocumentErrors(all) }
  }
}
