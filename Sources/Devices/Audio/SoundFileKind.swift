import CSndfile

/// The kinds of sound file there are, told by how a name ends.
public enum SoundFileKind: Sendable {
  case wav
  case aiff
  case flac

  public init?(path: String) {
    switch path.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() {
    case "wav": self = .wav
    case "aiff", "aif": self = .aiff
    case "flac": self = .flac
    default: return nil
    }
  }

  /// libsndfile's number for it.
  var container: Int32 {
    switch self {
    case .wav: Int32(SF_FORMAT_WAV)
    case .aiff: Int32(SF_FORMAT_AIFF)
    case .flac: Int32(SF_FORMAT_FLAC)
    }
  }
}
