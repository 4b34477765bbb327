/// Collects the problems of a file while it is read.
public struct Diagnostics: Sendable {
  /// The file's name as the user gave it.
  public let file: String
  /// In the order in which they were found. `DocumentErrors` sorts them by position.
  public private(set) var all: [Diagnostic] = []
  /// A file with more errors is probably of another kind, and searching for that many similar names would
  /// take long.
  private static let mostSuggestions = 100

  public init(file: String) { self.file = file }

  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// - Parameters:
  ///   - message: what is wrong and, after a comma, what was expected.
  ///   - suggestion: only evaluated for the first errors of a file.
  public mutating func error(
    at location: TextLocation, _ message: String, suggestion: @autoclosure () -> String? = nil
  ) {
    add(.error, at: location, message, suggestion)
  }

  public mutating func warning(
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
  public mutating func add(_ errors: DocumentErrors) { all += errors.diagnostics }

  /// Throws everything found, including warnings, if there is at least one error.
  public func throwErrors() throws(DocumentErrors) {
    if hasErrors { throw DocumentErrors(all) }
  }
}
