/// What an instrument looks like at one moment, for people.
public struct SessionStatus: Sendable, Equatable {
  public enum AudioState: Sendable, Equatable {
    case playing
    /// Silent for a while: the PCM rests until the next note.
    case resting
    /// The device has gone; the instrument waits for it.
    case lost(String)
    /// `engine.running` is off.
    case stopped
  }

  public var instrument = ""
  public var sound = AudioState.stopped
  /// The PCM that plays while the one that was asked for is away; empty otherwise.
  public var standIn = ""
  /// Controllers and programs that are connected, by name.
  public var controllers: [String] = []
  /// The last thing that came: `cc 74 ch 1 → filter.cutoff 1024 Hz`.
  public var lastEvent = ""
  /// The sound card's rate and buffer, as text; empty while the engine is stopped.
  public var format = ""
  public var voices = 0
  /// The highest level since the last look, in decibels of full scale; nil for silence.
  public var peakDecibels: Double?
  public var xruns = 0
  /// From a key's time stamp to its sound leaving the buffer.
  public var latencyMilliseconds: Double?
  /// Commands that had to wait for room, or came after their frame.
  public var lateCommands = 0
  /// Reports that were lost because the ring was full.
  public var lostReports = 0

  public init() {}
}
