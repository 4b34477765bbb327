import Logging
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import SystemPackage

extension LiveSession {
  /// Reads mappings, keyboard, patches, programs and the stage again if their files have changed.
  func checkFiles(at now: HostTime) {
    telling(try saveStates(at: now))
    guard fileWatcher.takeDue(at: now) else { return }
    telling(try reloadMappings())
    telling(try reloadKeyboard(at: now))
    reloadPatches()
    reloadPrograms()
    reloadStage()
    noticePatches()
    watchFiles(at: now)
  }

  /// Compiles programs whose files were saved, while the old ones play. After an error the old ones continue.
  private func reloadPrograms() {
    for number in partFiles.takeSavedPrograms() {
      guard let part = instrument.parts.first(where: { $0.number == number }) else { continue }
      soundLoader.add(.program(part.part, of: instrument.stage, number: number))
    }
  }

  /// Loads the changes of the stage while the old one plays. After an error the old one continues.
  private func reloadStage() {
    guard let file = instrument.stage.path, let stamp = FileStamp(of: file), stamp != stageStamp else {
      return
    }
    stageStamp = stamp
    soundLoader.add(.reload(file.string))
  }

  /// Watches the active files.
  func watchFiles(at now: HostTime) {
    let files =
      activeMappings.files + activeKeyboard.files + partFiles.paths
      + [instrument.stageFile].compactMap(\.self)
    fileWatcher.watch(
      files: files,
      folders: [
        activeMappings.ownFolder, loader.library.ownFolder(of: .patch),
        loader.library.ownFolder(of: .keyboard),
        loader.library.ownFolder(of: .stage),
      ].compactMap(\.self), at: now)
  }

  /// Checks the user's folder of patches. If it has changed, program changes read it again, and screens are told.
  private func noticePatches() {
    let stamps = FileStamp.all(ofPatchesIn: loader.library)
    guard stamps != patchStamps else { return }
    patchStamps = stamps
    reserve.forgetPrograms(isReading: soundLoader.isBusy)
    handle.watching.patchesChanged()
    logger.info("your patches were read again")
  }

  private func reloadMappings() throws(SpinetError) {
    guard try activeMappings.reload(instrument.widgets) else { return }
    activeMappings.complain(to: logger)
    performer.take(mappings: activeMappings.mappings)
    logger.info("mapping files read again")
  }

  private func reloadKeyboard(at now: HostTime) throws(SpinetError) {
    guard let file = try activeKeyboard.reload() else { return }
    for warning in file.warnings { logger.warning("\(warning)") }
    performer.take(keyboard: file.configuration, at: now)
    logger.info("keyboard read again")
  }

  /// Moves the widgets whose lines in a patch file were edited to the values that they would have after a fresh start.
  private func reloadPatches() {
    guard let edited = partFiles.takeEditedPatches(tell: { logger.error($0) }) else { return }
    let loaded = edited.reduce(into: [:]) { loaded, edit in
      loaded.merge(performer.follow(patch: edit.values, ofPart: edit.part)) { $1 }
    }
    let moved = move(loaded)
    stateAutosaver?.follow(patch: loaded)
    handle.follow(patch: loaded)
    let names = moved.sorted().joined(separator: ", ")
    logger.info("patch read again: \(names.isEmpty ? "it sounds the same" : "\(names) moved")")
  }

  /// Moves widgets to the new values of a patch. Values that the scene or the options set take precedence.
  ///
  /// - Returns: the names of the widgets that moved.
  private func move(_ loaded: [String: Double]) -> [String] {
    let over = sceneValues.merging(setAtStart) { $1 }
    let moved = loaded.keys.filter { name in
      guard let widget = instrument.widgets[name] else { return false }
      let before = widget.value
      widget.set(over[name] ?? loaded[name] ?? before)
      return widget.value != before
    }
    performer.recordPlayed(moved.filter { setAtStart[$0] != nil })
    return moved
  }

  /// Logs the errors of a file. The old state continues then.
  private func telling(_ work: @autoclosure () throws(SpinetError) -> Void) {
    do { try work() } catch { logger.error(error) }
  }
}

extension FileStamp {
  /// The file stamps of the user's own patches; empty if the folder cannot be read.
  static func all(ofPatchesIn library: Catalog) -> [FilePath: FileStamp] {
    all(of: ((try? library.own(.patch)) ?? []).map(\.path))
  }
}
