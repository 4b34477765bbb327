import SpinetRealtime

/// A command from the control thread to the engine, with the time at which its event happened.
public struct EngineCommand: Sendable, BitwiseCopyable {
  /// What the engine is to do.
  public enum Action: Sendable, BitwiseCopyable {
    /// Something happened to a voice.
    case voice(VoiceEvent)
    /// Ends every voice now, without a click.
    case silence
    /// Only for engines whose `noteInput` is `midi`.
    case midi(ShortMessage)
    /// From now on the music goes on from a position, in quarter notes, at a tempo, in quarter notes a minute.
    case clock(quarters: Double, perMinute: Double)
  }

  /// When it happened.
  public var time: HostTime
  /// What the engine is to do.
  public var action: Action
  /// The part of a mix that it is for. An engine that plays alone ignores it.
  public var part: UInt32

  /// An action and the time at which it happened.
  @inlinable public init(time: HostTime, _ action: Action, part: UInt32 = 0) {
    self.time = time
    self.action = action
    self.part = part
  }
}

/// A MIDI message of one to three bytes.
public struct ShortMessage: Sendable, BitwiseCopyable, Hashable {
  /// The first byte.
  public let status: UInt8
  /// The second byte; 0 if there is none.
  public let first: UInt8
  /// The third byte; 0 if there is none.
  public let second: UInt8
  /// 1–3.
  public let byteCount: Int

  /// Nil if the number of bytes is not 1–3.
  public init?(bytes: some Collection<UInt8>) {
    guard (1...3).contains(bytes.count) else { return nil }
    var data = bytes.makeIterator()
    status = data.next() ?? 0
    first = data.next() ?? 0
    second = data.next() ?? 0
    byteCount = bytes.count
  }
}

/// A message from the engine to the control thread.
public enum EngineReport: Sendable, BitwiseCopyable, Hashable {
  /// The voice is silent and its number is free. `serial` is that of its `start`.
  case voiceEnded(VoiceNumber, serial: UInt32)
  /// The program has ended by itself and plays silence.
  case performanceEnded
}
