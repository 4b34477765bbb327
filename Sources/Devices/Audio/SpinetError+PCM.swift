import CALSA
import SpinetRealtime
import SystemPackage

// Why a PCM cannot play or capture.
extension SpinetError {
  /// - Parameter step: the operation that failed.
  init(_ code: Code, pcm: String, step: String, reason: String, remedy: Remedy) {
    self.init(code, what: "audio \"\(pcm)\"", why: "\(step): \(reason)", remedy: remedy)
  }

  init(pcm: String, step: String, errno: Int32) {
    self.init(
      .deviceFailed, pcm: pcm, step: step, reason: String(cString: snd_strerror(-errno)),
      remedy: Remedy(.chooseOtherPCM))
  }

  /// Queries all cards if the remedy is to choose one, which takes long. Only for an error that is shown, and not with a
  /// realtime priority. [control-thread]
  init(pcm: String, opening error: Errno) {
    let (code, remedy): (Code, Remedy) =
      switch error {
      case .resourceBusy: (.deviceBusy, Remedy(.chooseFreePCM))
      case .permissionDenied, .notPermitted: (.deviceForbidden, "join the group audio and log in again")
      default: (.deviceNotFound, Self.choice(among: PCMDescription.all().map(\.name)))
      }
    self.init(
      code, pcm: pcm, step: "open", reason: String(cString: snd_strerror(-error.rawValue)), remedy: remedy)
  }

  private static func choice(among names: [String]) -> Remedy {
    guard !names.isEmpty else {
      return Remedy(.addSoundCard)
    }
    return "available PCMs: \(names.joined(separator: ", "))"
  }
}
