import Logging
import SpinetDevices

/// Reports each change of the output once. [control-thread]
struct OutputReport {
  private let logger: Logger
  private var told = OutputStatus.State.stopped
  private var hasToldGrant = false

  init(logger: Logger) { self.logger = logger }

  /// - Parameters:
  ///   - wanted: the card that was asked for.
  ///   - standIn: the PCM that plays in its place; nil while it plays itself.
  mutating func tell(_ status: OutputStatus, wanted: String, standIn: String?) {
    if let grant = status.grant, !hasToldGrant {
      hasToldGrant = true
      logger.info("audio thread: \(grant)")
    }
    guard status.state != told else { return }
    switch (told, status.state) {
    case (_, .lost(let reason)): logger.warning("\(InputReport.loss(of: status.pcm, reason))")
    case (.lost, .playing): tellReturn(to: status.pcm, wanted, standIn)
    default: break
    }
    told = status.state
  }

  private func tellReturn(to pcm: String, _ wanted: String, _ standIn: String?) {
    guard standIn != nil else { return logger.info("\(pcm) is back") }
    logger.info("until \(wanted) is back, Spinet plays on \(pcm)")
  }

  /// Call it when the output is closed.
  mutating func forget() { told = .stopped }
}
