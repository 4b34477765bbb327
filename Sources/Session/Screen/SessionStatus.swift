/// The status of an instrument at one moment, for people.
public struct SessionStatus: Sendable, Equatable {
  /// What the sound card does.
  public enum AudioState: Sendable, Equatable {
    case playing
    /// Silent for a while: the PCM rests until the next note.
    case resting
    /// The device has gone; the instrument waits for it.
    case lost(String)
    /// `engine.running` is off.
    case stopped
  }

  /// From a key to its sound, in parts.
  public struct Timing: Sendable, Equatable {
    /// Until the block that plays it begins, at most.
    public var blockMilliseconds: Double
    /// In the sound card's buffer.
    public var bufferMilliseconds: Double
    /// In hertz.
    public var framesPerSecond: Int
    /// The frames of a block.
    public var periodFrames: Int
    /// The blocks in the buffer.
    public var periods: Int

    /// How to make blocks shorter that are so long that players feel it; empty for others. Whoever measures the latency is
    /// told of all that are longer than they need be.
    public var advice: String {
      guard periodFrames > Self.longestPeriod else { return "" }
      let milliseconds = (blockMilliseconds * 10).rounded() / 10
      return
        "a block has \(periodFrames) frames, \(milliseconds) ms, which fingers feel: ask for a period of 128 frames; "
        + "with PipeWire, set PIPEWIRE_QUANTUM=128/\(framesPerSecond) before the start"
    }

    /// In frames. About 10 ms; with the buffer it is some 30 ms from the key to the sound.
    private static let longestPeriod = 512
  }

  /// The set list that plays.
  public struct SetList: Sendable, Equatable {
    /// As its file is called.
    public var name: String
    /// Whether it is one of the user's own that `spinet play` finds by its name.
    public var isOwn: Bool
    /// The song that was begun last, from 0.
    public var song: Int
    /// The sound that it asks for.
    public var stage: String
    /// Whether another sound has been loaded since then.
    public var isLeft: Bool

    package init(name: String, isOwn: Bool, song: Int, stage: String, isLeft: Bool) {
      (self.name, self.isOwn, self.song, self.stage, self.isLeft) = (name, isOwn, song, stage, isLeft)
    }
  }

  /// The name of the sound that plays.
  public var instrument = ""
  /// Nil while no set list plays.
  public var setList: SetList?
  /// What the sound card does.
  public var sound = AudioState.stopped
  /// The PCM that plays while the wanted one is missing; empty otherwise.
  public var standIn = ""
  /// Controllers and programs that are connected, by name.
  public var controllers: [String] = []
  /// The last message and its effect: `cc 74 ch 1 → filter.cutoff 1024 Hz`.
  public var lastEvent = ""
  /// The sound card's rate and buffer, as text; empty while the engine is stopped.
  public var format = ""
  /// The voices that sound, with those that ring out.
  public var voices = 0
  /// The highest level of the last tenth of a second, in decibels of full scale; nil for silence.
  public var peakDecibels: Double?
  /// How often the sound card ran out of samples.
  public var xruns = 0
  /// The time from a key's time stamp until its sound leaves the buffer.
  public var latencyMilliseconds: Double?
  /// The parts of that time; nil while the engine is stopped.
  public var timing: Timing?
  /// The name of the file into which the sound is recorded; nil if nothing is recorded.
  public var recording: String?
  /// The number of commands that had to wait for room in the ring, or came after their frame.
  public var lateCommands = 0
  /// The number of reports that were lost because the ring was full.
  public var lostReports = 0

  /// The status before anything has happened.
  public init() {}
}
