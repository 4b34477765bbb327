import Logging
import SpinetDevices

/// Reports each change of an input's device once.
struct InputReport {
  private var told = Capture.State.running

  /// The line for a state; nil if it was reported last.
  mutating func news(of pcm: String, _ state: Capture.State) -> (level: Logger.Level, text: String)? {
    guard state != told else { return nil }
    told = state
    switch state {
    case .running: return (.info, "\(pcm) is back")
    case .lost(let reason): return (.warning, Self.loss(of: pcm, reason))
    case .refused(let error): return (.warning, "\(error)")
    }
  }

  /// The line for a device that is disconnected.
  static func loss(of pcm: String, _ reason: String) -> String {
    "\(pcm): \(reason); plug it in again, or restart its sound server; Spinet keeps looking for it"
  }
}
