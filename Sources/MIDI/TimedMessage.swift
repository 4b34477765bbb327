/// A message and when it is to be played, from the beginning of its file.
public struct TimedMessage: Hashable, Sendable {
  public var seconds: Double
  public var message: MIDIMessage

  public init(seconds: Double, message: MIDIMessage) {
    self.seconds = seconds
    self.message = message
  }
}
