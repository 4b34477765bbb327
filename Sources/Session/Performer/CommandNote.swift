import SpinetMIDI

/// A note that a command plays on a running instrument.
public struct CommandNote: Equatable, Sendable {
  public var key: UInt8
  public var velocity: UInt8
  public var channel: Channel
  public var seconds: Double

  public init(key: UInt8, velocity: UInt8, channel: Channel, seconds: Double) {
    self.key = key
    self.velocity = velocity
    self.channel = channel
    self.seconds = seconds
  }
}
