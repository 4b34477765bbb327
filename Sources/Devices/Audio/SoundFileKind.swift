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

  /// The largest number of frames in one file of 24-bit samples.
  ///
  /// - Parameter bytes: the largest size that a head of 32 bits has room for. A `.flac` counts its frames with 36 bits
  ///   (RFC 9639, section 8.2).
  func mostFrames(channels: Int, bytes: Int) -> Int {
    let largestHead = 512
    return self == .flac ? 1 << 36 - 1 : max(1, (bytes - largestHead) / (3 * max(1, channels)))
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
