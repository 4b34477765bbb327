/// What the device granted.
public struct OutputFormat: Sendable, Hashable, CustomStringConvertible {
  public enum Access: String, Sendable, Hashable { case mmap, write, none }

  public var pcm: String
  public var framesPerSecond: Int
  public var periodFrames: Int
  public var bufferFrames: Int
  public var channels: Int
  public var sampleFormat: SampleFormat
  public var access: Access

  public var periods: Int { bufferFrames / periodFrames }

  /// What an event may take from its stamp to the ring without being late: one period.
  public var marginFrames: Int { periodFrames }

  /// The constant between an event's stamp and its place. When a block is rendered the device still holds
  /// up to a buffer less a period, and an event may have come just after the period before was rendered.
  public var latencyFrames: Int { bufferFrames + marginFrames }

  public var latencySeconds: Double { Double(latencyFrames) / Double(framesPerSecond) }

  /// Whether an engine prepared for this format can go on with `other`.
  func keepsTime(with other: OutputFormat) -> Bool {
    framesPerSecond == other.framesPerSecond && periodFrames == other.periodFrames
      && bufferFrames == other.bufferFrames
  }

  public var description: String {
    "\(pcm): \(framesPerSecond) Hz, \(periodFrames) frames × \(periods), \(sampleFormat.rawValue), "
      + "\(channels) channels, \(access.rawValue)"
  }
}
