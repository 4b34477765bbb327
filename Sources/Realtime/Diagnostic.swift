/// A position in a text. Line and column are counted from 1.
public struct TextLocation: Hashable, Comparable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int

  /// A place by its line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a text.
  public static let start = TextLocation(line: 1, column: 1)

  public static func < (a: TextLocation, b: TextLocation) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A problem in a file that a user has written: its position, what is wrong, and what was expected.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// Whether the file cannot be used, or only a part of it has no effect.
  public enum Severity: String, Sendable { case error, warning }

  /// The file's name as a person gave it: a text to be shown, and no `FilePath`, because a text may come from standard
  /// input or the command line. What opens or compares a file takes a `FilePath`.
  public var file: String
  /// Where it is in the file.
  public var location: TextLocation
  /// Whether it is an error or a warning.
  public var severity: Severity
  /// What is wrong and, after a comma, what was expected.
  public var message: String
  /// The most similar valid name, if there is one.
  public var suggestion: String?
  /// What to do about it, where it is not just to correct the text.
  public var remedy: Remedy?

  /// What is wrong with a file, and where.
  public init(
    file: String, location: TextLocation, severity: Severity = .error, _ message: String,
    suggestion: String? = nil, remedy: Remedy? = nil
  ) {
    self.file = file
    self.location = location
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
    self.remedy = remedy
  }

  /// `FILE:LINE:COLUMN: error: what, expected what (did you mean …?)`, and the remedy if there is one.
  public var description: String { text(in: .plain) }

  /// The description in a program's own words.
  func text(in words: SpinetError.Words) -> String { "\(file):\(placed(in: words))" }

  /// Without the file's name if it is `file`, which has been named already.
  func text(in file: String) -> String { self.file == file ? placed(in: .plain) : description }

  private func placed(in words: SpinetError.Words) -> String {
    let hint = suggestion.map { " (did you mean \($0)?)" } ?? ""
    let problem = "\(location.line):\(location.column): \(severity.rawValue): \(message)\(hint)"
    return words.joined(problem, remedy)
  }
}

extension [Diagnostic] {
  /// In the order in which the files come first, and by position in each.
  package var sortedByPlace: [Diagnostic] {
    var files: [String: Int] = [:]
    for diagnostic in self where files[diagnostic.file] == nil { files[diagnostic.file] = files.count }
    func rank(_ diagnostic: Diagnostic) -> (Int, TextLocation) {
      (files[diagnostic.file] ?? 0, diagnostic.location)
    }
    return sorted { rank($0) < rank($1) }
  }
}
