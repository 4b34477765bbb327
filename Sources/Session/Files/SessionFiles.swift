import Glibc
import Logging
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import SystemPackage

/// Reads mappings, keyboard, patches, programs and the stage again when somebody has saved them.
///
/// A file that is wrong is reported, and what was read from it before plays on. A file that was saved while it was read
/// is read again. [control-thread]
final class SessionFiles {
  private let performer: Performer
  private let state: SessionState
  private let sounds: Sounds
  private let setLists: SetLists
  private let handle: SessionHandle
  private let logger: Logger
  private let clock: any SessionClock
  private let watcher: FileWatcher
  private var keyboard: ActiveKeyboard
  private var parts: PartFiles
  private var stageStamp: FileStamp?
  /// The file stamps of the user's own patches at the last check.
  private var patchStamps: [FilePath: FileStamp]
  /// The same of the user's pages and set lists.
  private var pageStamps: [FilePath: FileStamp]
  /// The values that the options set, by widget, until another sound is loaded.
  private var setAtStart: [String: Double]

  /// - Parameters:
  ///   - keyboard: the keyboard's files, if the options name one.
  ///   - beginning: when reading the instrument's files began.
  ///   - setAtStart: the values that the options set, by widget.
  init(
    of performer: Performer, _ keyboard: ActiveKeyboard, readAt beginning: FileStamp.Moment,
    setAtStart: [String: Double], state: SessionState, sounds: Sounds,
    setLists: SetLists, handle: SessionHandle, logger: Logger, in surroundings: Surroundings
  ) {
    (self.performer, self.state, self.sounds) = (performer, state, sounds)
    (self.setLists, self.handle, self.logger, self.keyboard) = (setLists, handle, logger, keyboard)
    (self.setAtStart, clock) = (setAtStart, surroundings.clock)
    watcher = FileWatcher(by: surroundings.watchFolders())
    parts = PartFiles(of: performer.instrument, readAt: beginning)
    stageStamp = FileStamp(of: performer.instrument.stageFile, unchangedSince: beginning)
    patchStamps = FileStamp.all(.patch, in: sounds.loader.library)
    pageStamps = FileStamp.all(.page, .setList, in: sounds.loader.library)
    performer.recordPlayed(Array(setAtStart.keys))
    watch(at: clock.now)
  }

  private var instrument: LoadedInstrument { performer.instrument }

  /// Watches the files of what plays.
  func watch(at now: HostTime) {
    let mappings = performer.mappings
    let files =
      mappings.files + keyboard.files + parts.paths
      + [instrument.stageFile, setLists.file].compactMap(\.self)
    let library = sounds.loader.library
    let folders = [
      mappings.ownFolder, library.ownFolder(of: .patch), library.ownFolder(of: .keyboard),
      library.ownFolder(of: .stage), library.ownFolder(of: .page), library.ownFolder(of: .setList),
    ]
    watcher.watch(files: files, folders: folders.compactMap(\.self), at: now)
  }

  // MARK: Reading again

  private func reloadMappings() throws(SpinetError) {
    let widgets = instrument.widgets
    let isOther = try performer.changeMappings { mappings throws(SpinetError) in
      try mappings.reload(widgets)
    }
    guard isOther else { return }
    performer.mappings.logProblems(to: logger)
    logger.info("mapping files read again")
  }

  private func reloadKeyboard(at now: HostTime) throws(SpinetError) {
    guard let file = try keyboard.reload() else { return }
    for warning in file.warnings { logger.warning("\(warning)") }
    performer.use(keyboard: file.configuration, at: now)
    logger.info("keyboard read again")
  }

  /// Moves the widgets whose lines in a patch file were edited to the values that they would have after a fresh start.
  private func reloadPatches() {
    guard let edited = parts.popEditedPatches(tell: { logger.error($0) }) else { return }
    let loaded = edited.reduce(into: [:]) { loaded, edit in
      loaded.merge(performer.follow(patch: edit.values, ofPart: edit.part)) { $1 }
    }
    let moved = move(loaded)
    state.follow(patch: loaded)
    handle.snapshot.follow(patch: loaded)
    // Screens compare with what was loaded.
    handle.watching.patchesChanged()
    let names = moved.sorted().joined(separator: ", ")
    logger.info("patch read again: \(names.isEmpty ? "it sounds the same" : "\(names) moved")")
  }

  /// Moves widgets to the new values of a patch. Values that the scene or the options set take precedence.
  ///
  /// - Returns: the names of the widgets that moved.
  private func move(_ loaded: [String: Double]) -> [String] {
    let over = performer.sceneValues.merging(setAtStart) { $1 }
    let moved = loaded.keys.filter { name in
      guard let widget = instrument.widgets[name] else { return false }
      let before = widget.value
      widget.set(over[name] ?? loaded[name] ?? before)
      return widget.value != before
    }
    performer.recordPlayed(moved.filter { setAtStart[$0] != nil })
    return moved
  }

  /// Compiles programs whose files were saved, while the old ones play. After an error the old ones continue.
  private func reloadPrograms() {
    for number in parts.popSavedPrograms() {
      guard let part = instrument.parts.first(where: { $0.number == number }) else { continue }
      sounds.order(.program(part.part, of: instrument.stage, number: number))
    }
  }

  /// Loads the changes of the stage while the old one plays. After an error the old one continues.
  private func reloadStage() {
    guard let file = instrument.stage.path, let stamp = FileStamp(of: file), stamp != stageStamp else {
      return
    }
    stageStamp = stamp
    sounds.order(.reload(file.string))
  }

  /// Checks the user's folder of patches. If it has changed, program changes read it again, and screens are told.
  private func noticePatches() {
    let stamps = FileStamp.all(.patch, in: sounds.loader.library)
    guard stamps != patchStamps else { return }
    patchStamps = stamps
    sounds.forgetPrograms()
    handle.watching.patchesChanged()
    logger.info("your patches were read again")
  }

  /// Checks the user's folders of pages and set lists. Screens read what has changed.
  private func noticePages() {
    let stamps = FileStamp.all(.page, .setList, in: sounds.loader.library)
    guard stamps != pageStamps else { return }
    pageStamps = stamps
    handle.watching.pagesChanged()
  }

  /// Logs the errors of a file. The old state continues then.
  private func telling(_ work: @autoclosure () throws(SpinetError) -> Void) {
    do { try work() } catch { logger.error(error) }
  }
}

extension SessionFiles: Service {
  var descriptors: [pollfd] { [pollfd(reading: watcher.descriptor)] }
  func nextMoment(after now: HostTime) -> HostTime? { watcher.nextMoment }

  func turn(at now: HostTime, isReady: Bool) {
    if isReady { watcher.listen(at: now) }
    guard watcher.popDue(at: now) else { return }
    telling(try reloadMappings())
    telling(try reloadKeyboard(at: now))
    reloadPatches()
    reloadPrograms()
    reloadStage()
    noticePatches()
    noticePages()
    setLists.followFile()
    watch(at: now)
  }
}

extension SessionFiles: PerformanceListener {
  func changed(_ change: InstrumentChange) {
    let beginning = change.request.readAt ?? clock.fileTime
    if !change.request.isSame {
      setAtStart = [:]
      stageStamp = FileStamp(of: change.new.stageFile, unchangedSince: beginning)
    }
    parts = PartFiles(of: change.new, readAt: beginning)
    watch(at: change.time)
  }
}

extension FileStamp {
  /// - Returns: nil without a file, and for one that was saved while it was read, so that it is read again.
  init?(of file: FilePath?, unchangedSince beginning: Moment) {
    guard let file, let stamp = FileStamp.all(of: [file], unchangedSince: beginning)[file] else { return nil }
    self = stamp
  }

  /// The file stamps of the user's own files of some kinds; none of a folder that cannot be read.
  static func all(_ kinds: LibraryEntry.Kind..., in library: Catalog) -> [FilePath: FileStamp] {
    all(of: kinds.flatMap { (try? library.own($0)) ?? [] }.map(\.path))
  }
}
