/// Why a sound file is not written, in one line.
public struct SoundFileError: Error, Sendable, Hashable, CustomStringConvertible {
  public var path: String
  public var reason: String
  public var remedy: String

  /// `WHAT: WHY; REMEDY`
  public var description: String { "\(path): \(reason); \(remedy)" }
}
