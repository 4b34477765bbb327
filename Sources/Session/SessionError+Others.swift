import Devices
import Engine
import Library

extension SessionError {
  /// Refuses a name that does not say what kind of sound file it is to be.
  static func checkSoundFileName(_ path: String) throws(SessionError) {
    guard SoundFileKind(path: path) != nil else {
      throw SessionError(
        .usage, what: path, why: "the name tells no kind of sound file",
        remedy: "end it in .wav, .aiff or .flac")
    }
  }

  /// The errors of the rooms below, as people see them; nil for what is none of these.
  public init?(_ error: any Error) {
    switch error {
    case let error as SessionError: self = error
    case let error as EngineFailure:
      self.init(
        error.cause == .program ? .input : .device, what: error.what, why: error.why, remedy: error.remedy)
    case let error as LibraryError:
      let place = error.line.map { ":\($0)" } ?? ""
      self.init(.input, what: error.path + place, why: error.reason, remedy: "mend it, or give another")
    case let error as MIDISourceError:
      self.init(.device, what: error.what, why: error.why, remedy: error.remedy)
    case let error as OutputError:
      self.init(
        .device, what: "audio \"\(error.pcm)\"", why: "\(error.step): \(error.reason)", remedy: error.remedy)
    case let error as SoundFileError:
      self.init(.device, what: error.path, why: error.reason, remedy: error.remedy)
    default: return nil
    }
  }
}
