/// What is wrong with one file, gathered while the whole of it is read.
public struct Diagnostics: Sendable {
  /// The file's name as people gave it.
  public let file: String
  /// In the order in which they were found; `DocumentErrors` sorts them by place.
  public private(set) var all: [Diagnostic] = []
  /// A file with more mistakes is none of its kind, and to look for all its names would take long.
  private static let mostSuggestions = 100

  public init(file: String) { self.file = file }

  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// - Parameters:
  ///   - message: what is wrong, and after a comma what was expected.
  ///   - suggestion: looked for only among the first mistakes of a file.
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

  /// Takes over what is wrong with another file that this one names.
  public mutating func add(_ errors: DocumentErrors) { all += errors.diagnostics }

  /// Throws everything found, warnings too, if any of it is an error.
  public func throwErrors() throws(DocumentErrors) {
    if hasErrors { throw DocumentErrors(all) }
  }
}
