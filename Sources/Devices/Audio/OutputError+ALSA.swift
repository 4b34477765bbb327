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
    let reason = String(cString: snd_strerror(answer))
    switch -answer {
    case EBUSY:
      self.init(
        pcm: pcm, step: "open", reason: reason,
        remedy: "stop the program that holds it, or choose --pcm default")
    case EACCES, EPERM:
      self.init(
        pcm: pcm, step: "open", reason: reason, remedy: "join the group audio and log in again")
    default: self.init(pcm: pcm, step: "open", reason: reason)
    }
  }
}
