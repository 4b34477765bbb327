/// A MIDI 1.0 message other than system exclusive, by value. Data bytes are 0–127.
public enum MIDIMessage: Hashable, Sendable, BitwiseCopyable {
  case noteOff(Channel, key: UInt8, velocity: UInt8)
  /// Velocity 1–127; a note-on of velocity 0 is read as `noteOff`.
  case noteOn(Channel, key: UInt8, velocity: UInt8)
  case polyPressure(Channel, key: UInt8, pressure: UInt8)
  case controlChange(Channel, controller: UInt8, value: UInt8)
  case programChange(Channel, program: UInt8)
  case channelPressure(Channel, pressure: UInt8)
  /// 0–16383, 8192 is centre.
  case pitchBend(Channel, value: UInt16)

  case quarterFrame(UInt8)
  /// In sixteenth notes, 0–16383.
  case songPosition(UInt16)
  case songSelect(UInt8)
  case tuneRequest
  case timingClock
  case start
  case `continue`
  case stop
  case activeSensing
  case systemReset

  /// What a note-on on the wire means: velocity 0 is a note-off of the middle release velocity, 64
  /// (MIDI 1.0 detailed specification, "Note-Off").
  @_noLocks public static func note(_ channel: Channel, key: UInt8, velocity: UInt8) -> MIDIMessage {
    velocity == 0
      ? .noteOff(channel, key: key, velocity: 64) : .noteOn(channel, key: key, velocity: velocity)
  }

  /// The channel of a channel voice message.
  public var channel: Channel? {
    switch self {
    case .noteOff(let channel, _, _), .noteOn(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _), .channelPressure(let channel, _),
      .pitchBend(let channel, _):
      channel
    default: nil
    }
  }
}
