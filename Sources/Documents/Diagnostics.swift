/// What is wrong with one file, gathered while the whole of it is read.
public struct Diagnostics: Sendable {
  /// The file's name as people gave it.
  public let file: String
  /// In the order in which they were found; `DocumentErrors` sorts them by place.
  public private(set) var all: [Diagnostic] = []

  public init(file: String) { self.file = file }

  public var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// - Parameter message: what is wrong, and after a comma what was expected.
  public mutating func error(at place: Place, _ message: String, suggestion: String? = nil) {
    all.append(Diagnostic(file: file, place: place, message, suggestion: suggestion))
  }

  public mutating func warning(at place: Place, _ message: String, suggestion: String? = nil) {
    all.append(Diagnostic(file: file, place: place, severity: .warning, message, suggestion: suggestion))
  }

  /// Takes over what is wrong with another file that this one names.
  public mutating func add(_ errors: DocumentErrors) { all += errors.diagnostics }

  /// Throws everything found, warnings too, if any of it is an error.
  public func throwErrors() throws(DocumentErrors) {
    if hasErrors { throw DocumentErrors(all) }
  }
}
