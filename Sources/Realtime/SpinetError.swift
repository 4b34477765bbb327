/// An error as one line: what failed, why, and what to do about it.
public struct SpinetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Decides the exit status of the command.
  public enum Cause: Sendable {
    /// A device or an engine failed.
    case device
    /// The command was called with wrong arguments.
    case usage
    /// A file has mistakes.
    case input
  }

  public let cause: Cause
  public let what: String
  public let why: String
  public let remedy: String

  public init(_ cause: Cause, what: String, why: String, remedy: String) {
    self.cause = cause
    self.what = what
    self.why = why
    self.remedy = remedy
  }

  public var description: String { "\(problem); \(remedy)" }

  /// Without the remedy.
  package var problem: String { "\(what): \(why)" }
}
