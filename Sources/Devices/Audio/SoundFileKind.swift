import CSndfile
import SpinetRealtime

/// The kinds of sound file, told by how a name ends.
package enum SoundFileKind: Sendable {
  case wav
  case aiff
  case flac

  package init?(path: String) {
    switch path.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() {
    case "wav": self = .wav
    case "aiff", "aif": self = .aiff
    case "flac": self = .flac
    default: return nil
    }
  }

  /// - Throws: that the name tells no kind, a mistake in the words of the command.
  package init(ofFileNamed path: String) throws(SpinetError) {
    guard let kind = SoundFileKind(path: path) else {
      throw SpinetError(
        .usage, what: path, why: "its name does not say which kind of sound file it is",
        remedy: "end it in .wav, .aiff or .flac")
    }
    self = kind
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

/// What libsndfile says went wrong with a file, or with the last one it could not open; without its full stop.
func soundFileReason(_ file: OpaquePointer? = nil) -> String {
  let text = String(cString: sf_strerror(file))
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}
