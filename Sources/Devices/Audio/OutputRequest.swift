/// What a person wants to play on; the device answers with an `OutputFormat`.
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

  /// Asks for the nearest period that is a multiple of `unit` frames; where a period is shorter than that,
  /// nothing is changed.
  public mutating func fitPeriod(to unit: Int) {
    guard unit > 1, unit <= periodFrames else { return }
    periodFrames = (periodFrames + unit / 2) / unit * unit
  }

  /// The PCM name that stands for no device.
  public static let noPCM = "none"
}
