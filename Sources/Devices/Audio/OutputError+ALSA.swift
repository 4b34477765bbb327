import CALSA
import Glibc

extension OutputError {
  init(pcm: String, step: String, errno: Int32) {
    self.init(
      pcm: pcm, step: step, reason: String(cString: snd_strerror(-errno)),
      remedy: "choose another PCM, rate or period; `spinet devices` lists the PCMs")
  }

  /// - Parameter answer: what `snd_pcm_open` said.
  init(pcm: String, opening answer: Int32) {
    self.init(
      pcm: pcm, step: "open", reason: String(cString: snd_strerror(answer)),
      remedy: Self.remedy(opening: -answer, of: pcm))
  }

  private static func remedy(opening errno: Int32, of pcm: String) -> String {
    switch errno {
    case EBUSY: return "stop the program that holds it, or choose --pcm default"
    case EACCES, EPERM: return "join the group audio and log in again"
    default:
      let names = PCMDescription.all().map(\.name)
      if names.isEmpty { return "plug in a sound card, start PipeWire, or play unheard with --pcm none" }
      return "the PCMs there are: \(names.joined(separator: ", "))"
    }
  }
}
