/// The requested settings of a device. The device grants an `OutputFormat`.
public struct OutputRequest: Sendable, Hashable {
  /// The name of an ALSA PCM, or `none`: then the clock runs without sound.
  public var pcm: String
  /// The sample rate, in hertz.
  public var framesPerSecond: Int
  /// The frames of one block.
  public var periodFrames: Int
  /// The periods in the device's buffer.
  public var periods: Int
  /// The number of the engine's outputs or inputs; 2 if it has one.
  package var channels = 2
  /// Whether the device continues in silence. Some cards click when they begin, or swallow a first note.
  public var neverRests = false
  /// Whether no other PCM plays while this one is missing.
  public var isOnly = false

  /// What a program asks for; the sound card may grant something near it.
  public init(
    pcm: String = "default", framesPerSecond: Int = 48_000, periodFrames: Int = 128,
    periods: Int = 3
  ) {
    self.pcm = pcm
    self.framesPerSecond = framesPerSecond
    self.periodFrames = periodFrames
    self.periods = periods
  }

  /// The number of channels to request from a PCM. For the default one it is 2, because it accepts any number and drops
  /// or repeats those that its card does not have.
  func channels(of pcm: String) -> Int { pcm == PlaybackLoop.defaultPCM ? 2 : channels }

  /// Rounds the period to the nearest multiple of `unit` frames. A period shorter than `unit` is not changed.
  package mutating func fitPeriod(to unit: Int) {
    guard unit > 1, unit <= periodFrames else { return }
    periodFrames = (periodFrames + unit / 2) / unit * unit
  }

  /// The name of a PCM without a device.
  public static let noPCM = "none"
}

/// The settings that a device granted.
package struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
  /// Blocks are rendered into the device's memory, or written by `snd_pcm_writei`.
  package enum Access: String, Sendable, Hashable { case mmap, write, none }

  package var pcm: String
  package var framesPerSecond: Int
  package var periodFrames: Int
  package var bufferFrames: Int
  package var channels: Int
  package var sampleFormat: SampleFormat
  package var access: Access

  package var periods: Int { bufferFrames / periodFrames }

  /// The longest time from an event's time stamp until its command is in the ring, without being late: one
  /// period.
  package var marginFrames: Int { periodFrames }

  /// The constant delay from an event's time stamp to its frame. When a block is rendered, the device still
  /// holds up to a buffer minus one period, and an event may have occurred just after the previous block was
  /// rendered.
  package var latencyFrames: Int { bufferFrames + marginFrames }

  /// Whether an engine that is prepared for this format can continue with `other`.
  func keepsTime(with other: OutputFormat) -> Bool {
    framesPerSecond == other.framesPerSecond && periodFrames == other.periodFrames
      && bufferFrames == other.bufferFrames
  }

  package var description: String {
    "\(pcm): \(framesPerSecond) Hz, \(periodFrames) frames × \(periods), \(sampleFormat.rawValue), "
      + "\(channels) channels, \(access.rawValue)"
  }
}
