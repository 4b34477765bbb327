/// A tempo and when it begins, from the beginning of its file.
public struct TimedTempo: Hashable, Sendable {
  public var seconds: Double
  /// Quarter notes a minute.
  public var beatsPerMinute: Double

  public init(seconds: Double, beatsPerMinute: Double) {
    self.seconds = seconds
    self.beatsPerMinute = beatsPerMinute
  }
}
