/// Maps a position from 0 to 1 to a value between two ends, and back. Both ends are reached exactly, unless a
/// curve of points leaves them out.
public enum Curve: Hashable, Sendable {
  case linear
  /// Equal distances are equal ratios. Both ends must have the same sign and not be 0.
  case logarithmic
  /// The square of the position: slow at first, then fast.
  case exponential
  /// Slow at both ends.
  case sShaped
  /// Straight lines between points (position, fraction of the range). Positions rise within 0–1. Constant
  /// before the first point and after the last.
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
