/// Why an engine cannot play what it was asked to: what, why, and one remedy.
public struct EngineFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Cause: Sendable {
    /// The program is wrong: somebody has to mend a file.
    case program
    /// The machine lacks something.
    case machine
  }

  public let cause: Cause
  /// The file, with line and column where they are known: `FILE:LINE:COLUMN`.
  public let what: String
  public let why: String
  public let remedy: String

  public init(_ cause: Cause, what: String, why: String, remedy: String) {
    self.cause = cause
    self.what = what
    self.why = why
    self.remedy = remedy
  }

  public var description: String { "\(what): \(why); \(remedy)" }
}
