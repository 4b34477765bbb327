import Keyboard
import Logging
import Mapping
import Realtime

extension LiveSession {
  /// Looks at mappings, keyboard, patch and program when something has happened to their files.
  func lookAtFiles(at now: HostTime) {
    telling { try stateKeeper?.save(ifRestingAt: now) }
    guard fileListener.takeDue(at: now) else { return }
    telling { try reloadMappings() }
    telling { try reloadKeyboard(at: now) }
    telling { try reloadPatch() }
    telling { try programWatch?.look() }
    followFiles(at: now)
  }

  /// Listens to what the files in force are now.
  func followFiles(at now: HostTime) {
    let files =
      shelf.files + keyboardShelf.files + [patchFile?.path].compactMap(\.self) + (programWatch?.files ?? [])
    fileListener.follow(files: files, folders: [shelf.ownFolder].compactMap(\.self), at: now)
  }

  private func reloadMappings() throws {
    guard try shelf.reload(instrument.widgets) else { return }
    shelf.complain(to: logger)
    bridge.router.replaceMappings(shelf.mappings)
    logger.info("mapping files read again")
  }

  private func reloadKeyboard(at now: HostTime) throws {
    guard let file = try keyboardShelf.reload() else { return }
    for warning in file.warnings { logger.warning("\(warning)") }
    bridge.take(keyboard: file.configuration, at: now)
    logger.info("keyboard read again")
  }

  private func reloadPatch() throws {
    guard let moved = try patchFile?.reload(instrument.widgets) else { return }
    stateKeeper?.follow(patch: moved)
    logger.info(
      "patch read again: \(moved.isEmpty ? "nothing" : moved.keys.sorted().joined(separator: ", ")) moved")
  }

  /// A file that is wrong leaves in force what was before, and says why.
  private func telling(_ work: () throws -> Void) {
    do { try work() } catch { logger.error("\(error)") }
  }

  /// Takes up a program that has been compiled anew; one that could not be leaves the old one playing.
  func takeUpProgram() {
    guard let outcome = programWatch?.takeOutcome() else { return }
    switch outcome {
    case .failed(let failure): logger.error("\(failure)")
    case .ready(let remarks):
      for remark in remarks { logger.info("\(remark)") }
      sound.takeUpProgram(bridge)
      logger.info("\(instrument.name): the program was read again")
    }
    // It may have been saved once more while it was compiled.
    telling { try programWatch?.look() }
  }
}
