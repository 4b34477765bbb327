import CALSA
import Glibc
import SpinetRealtime

/// Why a PCM cannot play or capture. For users it is converted to a `SpinetError`.
///
/// The remedy is only computed during that conversion. Searching for a disconnected device creates many
/// errors that are not shown, and listing all cards takes long.
struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  let pcm: String
  /// The operation that failed.
  let step: String
  let reason: String
  private let advice: Advice

  private enum Advice: Hashable {
    case words(String)
    /// Choose one of the existing PCMs.
    case choice
  }

  init(pcm: String, step: String, reason: String, remedy: String) {
    (self.pcm, self.step, self.reason, advice) = (pcm, step, reason, .words(remedy))
  }

  init(pcm: String, step: String, errno: Int32) {
    self.init(
      pcm: pcm, step: step, reason: String(cString: snd_strerror(-errno)),
      remedy: "choose another PCM, rate or period")
  }

  /// - Parameter answer: the result of `snd_pcm_open`.
  init(pcm: String, opening answer: Int32) {
    (self.pcm, step, reason) = (pcm, "open", String(cString: snd_strerror(answer)))
    advice =
      switch -answer {
      case EBUSY: .words("close the program that uses it, or choose the PCM default")
      case EACCES, EPERM: .words("join the group audio and log in again")
      default: .choice
      }
  }

  /// Whether the PCM could not be opened at all.
  var isAway: Bool { step == "open" }

  /// May query all cards. [control-thread]
  var remedy: String {
    switch advice {
    case .words(let remedy): return remedy
    case .choice:
      let names = PCMDescription.all().map(\.name)
      if names.isEmpty {
        return "plug in a sound card, start PipeWire, or play without sound with the PCM none"
      }
      return "available PCMs: \(names.joined(separator: ", "))"
    }
  }

  var description: String { SpinetError(self).description }
}

extension SpinetError {
  /// Queries all cards if the remedy is to choose one. [control-thread]
  init(_ error: OutputError) {
    self.init(
      .device, what: "audio \"\(error.pcm)\"", why: "\(error.step): \(error.reason)", remedy: error.remedy)
  }
}
