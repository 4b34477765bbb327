/// How a position between 0 and 1 becomes a value between two ends, and back; both ends exact, except by points
/// that do not reach them.
public enum Curve: Hashable, Sendable {
  case linear
  /// Equal ratios for equal turns; both ends must have one sign and neither be 0.
  case logarithmic
  /// Slow first, then fast: the position is squared.
  case exponential
  /// Slow at both ends.
  case sShaped
  /// Straight lines through points (position, fraction of the range), positions rising within 0–1; level before
  /// the first and after the last.
  case points([Point])

  public struct Point: Hashable, Sendable {
    public var position: Double
    public var fraction: Double
    public init(_ position: Double, _ fraction: Double) {
      self.position = position
      self.fraction = fraction
    }
  }
}
