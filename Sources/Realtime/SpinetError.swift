/// Something that could not be done: what, why, and one remedy, in one line.
public struct SpinetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of end it is for a script that called the command.
  public enum Cause: Sendable {
    /// A device or an engine.
    case device
    /// The words of the command.
    case usage
    /// A file that somebody wrote.
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
