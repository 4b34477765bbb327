import Logging
import Mapping
import Realtime

extension LiveSession {
  /// Once a second: mapping files and programs that have changed, and widgets that are worth keeping.
  func lookAtFiles(at now: HostTime) {
    guard now.nanoseconds(since: lastFileLook) >= 1_000_000_000 else { return }
    lastFileLook = now
    do {
      if try shelf.reload(instrument.widgets) {
        shelf.complain(to: logger)
        bridge.router.replaceMappings(shelf.mappings)
        logger.info("mapping files read again")
      }
      try stateKeeper?.save(ifRestingAt: now)
      try programWatch?.look()
    } catch {
      logger.error("\(error)")
    }
  }

  /// Takes up a program that has been compiled anew; one that could not be leaves the old one playing.
  func takeUpProgram() {
    switch programWatch?.takeOutcome() {
    case .failed(let failure): logger.error("\(failure)")
    case .ready(let remarks):
      for remark in remarks { logger.info("\(remark)") }
      sound.takeUpProgram(bridge)
      logger.info("\(instrument.name): the program was read again")
    case nil: break
    }
  }
}
