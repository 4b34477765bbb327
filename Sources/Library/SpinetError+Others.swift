import SpinetDevices
import SpinetEngine
import SpinetRealtime

extension SpinetError {
  /// Refuses a name that does not say what kind of sound file it is to be.
  package static func checkSoundFileName(_ path: String) throws(SpinetError) {
    _ = try SoundFileKind(ofFileNamed: path)
  }

  /// The errors of the rooms below, as people see them; nil for what is none of these.
  public init?(_ error: any Error) {
    switch error {
    case let error as SpinetError: self = error
    case let error as LibraryError:
      let place = error.line.map { ":\($0)" } ?? ""
      self.init(.input, what: error.path + place, why: error.reason, remedy: "fix it, or give another")
    default: return nil
    }
  }
}
