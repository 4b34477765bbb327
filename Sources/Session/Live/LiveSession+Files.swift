import Logging
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetRealtime

extension LiveSession {
  /// Reads mappings, keyboard, patch and program again when their files have changed.
  func checkFiles(at now: HostTime) {
    telling { try stateAutosaver?.save(ifRestingAt: now, played: bridge.played) }
    guard fileWatcher.takeDue(at: now) else { return }
    telling { try reloadMappings() }
    telling { try reloadKeyboard(at: now) }
    telling { try reloadPatch() }
    telling { try programRecompiler?.recompileIfChanged() }
    watchFiles(at: now)
  }

  /// Watches the files that are in force now.
  func watchFiles(at now: HostTime) {
    let files =
      activeMappings.files + activeKeyboard.files + [patchFile?.path].compactMap(\.self)
      + (programRecompiler?.files ?? [])
    fileWatcher.watch(files: files, folders: [activeMappings.ownFolder].compactMap(\.self), at: now)
  }

  private func reloadMappings() throws {
    guard try activeMappings.reload(instrument.widgets) else { return }
    activeMappings.complain(to: logger)
    bridge.take(mappings: activeMappings.mappings)
    logger.info("mapping files read again")
  }

  private func reloadKeyboard(at now: HostTime) throws {
    guard let file = try activeKeyboard.reload() else { return }
    for warning in file.warnings { logger.warning("\(warning)") }
    bridge.take(keyboard: file.configuration, at: now)
    logger.info("keyboard read again")
  }

  private func reloadPatch() throws {
    guard let moved = try patchFile?.reload(instrument.widgets) else { return }
    stateAutosaver?.follow(patch: moved)
    logger.info(
      "patch read again: \(moved.isEmpty ? "nothing" : moved.keys.sorted().joined(separator: ", ")) moved")
  }

  /// A file with errors changes nothing: they are logged.
  private func telling(_ work: () throws -> Void) {
    do { try work() } catch { logger.error("\(error)") }
  }

  /// Starts a program that has been compiled again; after an error the old one plays on.
  func takeUpProgram() {
    guard let outcome = programRecompiler?.takeOutcome() else { return }
    switch outcome {
    case .failed(let failure): logger.error("\(failure)")
    case .ready(let remarks):
      for remark in remarks { logger.info("\(remark)") }
      host.takeUpProgram(bridge)
      logger.info("\(instrument.name): the program was read again")
    }
    // It may have been saved again while it was compiled.
    telling { try programRecompiler?.recompileIfChanged() }
  }
}
