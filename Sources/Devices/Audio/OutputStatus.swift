import Realtime

/// How an output fares, at one moment.
public struct OutputStatus: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case playing
    /// Silent for long: the device rests until the next command.
    case paused
    /// The device is gone and is sought. The engine is told that nobody hears it: played voices go on, a
    /// program with a time of its own stands still.
    case lost(reason: String)
    case stopped
  }

  public var state: State
  /// The stream has begun.
  public var hasPlayed: Bool
  /// The PCM in use: the one asked for, or the default in its place.
  public var pcm: String
  /// Times the device ran dry.
  public var underruns: Int
  /// Times the system was suspended with the device playing.
  public var suspensions: Int
  /// Times the device took less than it had room for.
  public var shortWrites: Int
  /// Times the device left.
  public var losses: Int
  /// Times a device was opened again after it had left.
  public var reopenings: Int
  public var pauses: Int
  /// The device is back with another rate or size: it takes a new output on `pcm`, and an
  /// engine prepared anew.
  public var needsRestart: Bool
  /// The constant between an event's stamp and its place in the stream that plays now.
  public var latencyFrames: Int
  public var grant: RealtimeGrant?
  public var memoryLock: MemoryLock?
}
