import CSndfile
import SpinetRealtime
import SpinetText
import SystemPackage

/// The kinds of sound file, decided by the extension of the name.
package enum SoundFileKind: Sendable {
  case wav
  case aiff
  case flac

  package init?(path: FilePath) {
    switch path.name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() {
    case "wav": self = .wav
    case "aiff", "aif": self = .aiff
    case "flac": self = .flac
    default: return nil
    }
  }

  /// The endings of the sound files that can be read, in small letters. More can be read than is written.
  package static let readable: Set = ["wav", "aiff", "aif", "flac", "ogg", "oga"]

  /// - Throws: a usage error if the extension is unknown.
  package init(ofFileNamed path: FilePath) throws(SpinetError) {
    guard let kind = SoundFileKind(path: path) else {
      throw SpinetError(
        .unusableName, what: path.string, why: "its name does not say which kind of sound file it is",
        remedy: "use a name that ends in .wav, .aiff or .flac")
    }
    self = kind
  }

  /// libsndfile's constant for the format.
  var container: Int32 {
    switch self {
    case .wav: Int32(SF_FORMAT_WAV)
    case .aiff: Int32(SF_FORMAT_AIFF)
    case .flac: Int32(SF_FORMAT_FLAC)
    }
  }
}

/// libsndfile's message about a file, or about the last one that it could not open, without the full stop.
func soundFileReason(_ file: OpaquePointer? = nil) -> String {
  let text = String(cString: sf_strerror(file))
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}
