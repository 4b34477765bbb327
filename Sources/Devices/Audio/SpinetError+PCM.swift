import CALSA
import SpinetRealtime
import SystemPackage

// Why a PCM cannot play or capture.
extension SpinetError {
  /// - Parameter step: the operation that failed.
  init(pcm: String, step: String, reason: String, remedy: String) {
    self.init(.device, what: "audio \"\(pcm)\"", why: "\(step): \(reason)", remedy: remedy)
  }

  init(pcm: String, step: String, errno: Int32) {
    self.init(
      pcm: pcm, step: step, reason: String(cString: snd_strerror(-errno)),
      remedy: "choose another PCM, rate or period")
  }

  /// Queries all cards if the remedy is to choose one, which takes long. Only for an error that is shown, and not with a
  /// realtime priority. [control-thread]
  init(pcm: String, opening error: Errno) {
    let remedy =
      switch error {
      case .resourceBusy: "close the program that uses it, or choose the PCM default"
      case .permissionDenied, .notPermitted: "join the group audio and log in again"
      default: Self.choice(among: PCMDescription.all().map(\.name))
      }
    self.init(
      pcm: pcm, step: "open", reason: String(cString: snd_strerror(-error.rawValue)), remedy: remedy)
  }

  private static func choice(among names: [String]) -> String {
    guard !names.isEmpty else {
      return "plug in a sound card, start PipeWire, or play without sound with the PCM none"
    }
    return "available PCMs: \(names.joined(separator: ", "))"
  }
}
