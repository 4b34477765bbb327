/// The error that people see: what failed, why, and what to do about it; or what is wrong in files, each with its place.
public struct SpinetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Decides the exit status of the command.
  public enum Cause: Sendable {
    /// A device or an engine failed.
    case device
    /// The command was called with wrong arguments.
    case usage
    /// A file has mistakes.
    case input
    /// A signal has ended the program before its work was done.
    case interrupted
  }

  public let cause: Cause
  public let what: String
  public let why: String
  public let remedy: String
  /// What is wrong in files, sorted by file and by position in it; empty for another error.
  public let diagnostics: [Diagnostic]

  public init(_ cause: Cause, what: String, why: String, remedy: String) {
    self.cause = cause
    self.what = what
    self.why = why
    self.remedy = remedy
    diagnostics = []
  }

  /// - Parameter diagnostics: at least one. What failed is the file of the first one.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sortedByPlace
    let file = self.diagnostics.first?.file ?? ""
    cause = .input
    what = file
    why = self.diagnostics.map { $0.text(in: file) }.joined(separator: "; ")
    remedy = "correct the file"
  }

  /// One line; for what is wrong in files, a line for each of `diagnostics`.
  public var description: String { diagnostics.isEmpty ? "\(problem); \(remedy)" : problem }

  /// What failed and why, without the remedy.
  package var problem: String {
    diagnostics.isEmpty ? "\(what): \(why)" : diagnostics.map { $0.description }.joined(separator: "\n")
  }
}
