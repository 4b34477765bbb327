/// A system exclusive message and when it is to be played, from the beginning of its file.
public struct TimedExclusive: Hashable, Sendable {
  public var seconds: Double
  /// The bytes between F0 and F7.
  public var payload: [UInt8]

  public init(seconds: Double, payload: [UInt8]) {
    self.seconds = seconds
    self.payload = payload
  }
}
