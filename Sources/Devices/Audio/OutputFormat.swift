/// What is asked of a device; it grants an `OutputFormat`.
public struct OutputRequest: Sendable, Hashable {
  /// An ALSA PCM's name, or `none`: the clock runs and nothing is heard.
  public var pcm: String
  public var framesPerSecond: Int
  public var periodFrames: Int
  public var periods: Int

  public init(
    pcm: String = "default", framesPerSecond: Int = 48_000, periodFrames: Int = 128, periods: Int = 3
  ) {
    self.pcm = pcm
    self.framesPerSecond = framesPerSecond
    self.periodFrames = periodFrames
    self.periods = periods
  }

  /// Asks for the nearest period that is a multiple of `unit` frames; a period shorter than that stays as it is.
  package mutating func fitPeriod(to unit: Int) {
    guard unit > 1, unit <= periodFrames else { return }
    periodFrames = (periodFrames + unit / 2) / unit * unit
  }

  /// The PCM name that stands for no device.
  public static let noPCM = "none"
}

/// What the device granted.
package struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
  package enum Access: String, Sendable, Hashable { case mmap, write, none }

  package var pcm: String
  package var framesPerSecond: Int
  package var periodFrames: Int
  package var bufferFrames: Int
  package var channels: Int
  package var sampleFormat: SampleFormat
  package var access: Access

  package var periods: Int { bufferFrames / periodFrames }

  /// How long an event may take from its time stamp to the ring without being late: one period.
  package var marginFrames: Int { periodFrames }

  /// The constant between an event's time stamp and its frame. When a block is rendered the device still holds
  /// up to a buffer less a period, and an event may have come just after the period before was rendered.
  package var latencyFrames: Int { bufferFrames + marginFrames }

  package var latencySeconds: Double { Double(latencyFrames) / Double(framesPerSecond) }

  /// Whether an engine prepared for this format can go on with `other`.
  func keepsTime(with other: OutputFormat) -> Bool {
    framesPerSecond == other.framesPerSecond && periodFrames == other.periodFrames
      && bufferFrames == other.bufferFrames
  }

  package var description: String {
    "\(pcm): \(framesPerSecond) Hz, \(periodFrames) frames × \(periods), \(sampleFormat.rawValue), "
      + "\(channels) channels, \(access.rawValue)"
  }
}
