/// Why there is no sound from a device, in one line.
public struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  public var pcm: String
  /// What was asked of the device.
  public var step: String
  public var reason: String
  public var remedy: String

  /// `WHAT: WHY; REMEDY`
  public var description: String { "audio \"\(pcm)\": \(step): \(reason); \(remedy)" }
}
