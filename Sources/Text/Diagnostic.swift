/// A problem in a file that a person wrote: where it is, what is wrong, and what was expected.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable { case error, warning }

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
