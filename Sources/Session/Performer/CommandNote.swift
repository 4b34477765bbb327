import SpinetMIDI

/// A note that a command plays on a running instrument.
public struct CommandNote: Equatable, Sendable {
  /// The MIDI key, 0–127.
  public var key: UInt8
  /// How hard it is struck, 1–127.
  public var velocity: UInt8
  /// The channel on which it is played.
  public var channel: Channel
  /// How long it is held.
  public var seconds: Double

  /// A note by its key, how hard it is struck, its channel, and how long it is held.
  public init(key: UInt8, velocity: UInt8, channel: Channel, seconds: Double) {
    self.key = key
    self.velocity = velocity
    self.channel = channel
    self.seconds = seconds
  }
}
