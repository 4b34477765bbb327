import CSndfile

/// Why a sound file is not written or read, in one line.
public struct SoundFileError: Error, Sendable, Hashable, CustomStringConvertible {
  public var path: String
  public var reason: String
  public var remedy: String

  /// `WHAT: WHY; REMEDY`
  public var description: String { "\(path): \(reason); \(remedy)" }

  /// libsndfile's words about a file, or about one that it could not open, without its full stop.
  static func reason(_ file: OpaquePointer? = nil) -> String {
    let words = String(cString: sf_strerror(file))
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
