import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

extension LiveSession {
  /// Restores the widgets' saved values, and then applies the options.
  static func setUp(
    _ instrument: LoadedInstrument, _ options: PlayOptions, _ logger: Logger,
    waking handle: SessionHandle
  ) throws(SpinetError) -> StateAutosaver? {
    let autosaver = try restore(instrument, options, logger, waking: handle)
    try instrument.apply(settings: options.settings)
    instrument.sessionWidgets.running.set(options.engineStartsRunning ? 1 : 0)
    return autosaver
  }

  /// Restores the values that the widgets had when the instrument was last used. Nil if nothing is saved.
  private static func restore(
    _ instrument: LoadedInstrument, _ options: PlayOptions, _ logger: Logger, waking handle: SessionHandle
  ) throws(SpinetError) -> StateAutosaver? {
    guard let file = stateFile(of: instrument, options) else { return nil }
    let patch = instrument.widgets.snapshot()
    guard let kept = try read(file, options, logger) else { return nil }
    for remark in kept.remarks { logger.warning("\(remark)") }
    let edited = kept.values.keys.filter { name in
      kept.patch[name].map { $0 != patch[name] } ?? false && patch[name] != nil
    }
    let unknown = instrument.widgets.restore(
      kept.values.filter { SessionWidgets.isKept($0.key) && !edited.contains($0.key) })
    if !edited.isEmpty {
      let names = edited.sorted().joined(separator: ", ")
      logger.info("the patch was edited since; these widgets take the patch's values: \(names)")
    }
    if !unknown.isEmpty {
      logger.warning("\(file.path): \(instrument.name) has no widget \(unknown.joined(separator: ", "))")
    }
    tellRestored(instrument.widgets, since: patch, logger)
    return StateAutosaver(file: file, widgets: instrument.widgets, patch: patch) { handle.wake() }
  }

  /// Nil if the values are not kept.
  private static func stateFile(of instrument: LoadedInstrument, _ options: PlayOptions) -> StateFile? {
    switch options.state {
    case .automatic: StateFile(of: instrument, client: options.clientName, in: Folders().state)
    case .none: nil
    case .file(let path): StateFile(path: path, instrument: instrument.name)
    }
  }

  /// Reads the saved values. A file that cannot be read is set aside, which is logged; nil if that fails too. If the
  /// options name the file, throws instead.
  private static func read(_ file: StateFile, _ options: PlayOptions, _ logger: Logger) throws(SpinetError)
    -> StateText?
  {
    if options.startsFresh { return StateText() }
    do {
      return try file.read()
    } catch {
      guard options.state == .automatic else { throw error }
      logger.warning(error)
      guard let aside = file.setAside() else {
        logger.warning("\(file.path): it cannot be renamed either; changes are not saved")
        return nil
      }
      logger.warning("\(file.path): using the sound's own values; the file is now \(aside)")
      return StateText()
    }
  }

  private static func tellRestored(_ widgets: WidgetSet, since patch: [String: Double], _ logger: Logger) {
    let count = widgets.snapshot().count { patch[$0.key] != $0.value }
    guard count > 0 else { return }
    let (text, them) =
      count == 1 ? ("1 widget is as you left it", "it") : ("\(count) widgets are as you left them", "them")
    logger.notice(text, remedy: Remedy(.resetWidgets, them))
  }

  /// Whether state can be written. A read-only home is logged once and is not an error.
  static func canKeep(_ options: PlayOptions, _ logger: Logger) -> Bool {
    guard options.state == .automatic || options.journalBytes != nil else { return true }
    do throws(SpinetError) {
      try AtomicFile.checkWritable(Folders().state.appending("state.yaml"))
      return true
    } catch {
      logger.warning("\(Folders().state): \(error.why); what you set and play now is not kept")
      return false
    }
  }

  /// Keeps the autosaver of the old instrument until its state is saved.
  func retireState() {
    guard let stateAutosaver else { return }
    retiredStates.append((stateAutosaver, performer.played))
    self.stateAutosaver = nil
    keepsState = options.state == .automatic
  }

  /// Begins to save the state of a new instrument, which starts with the values of its files. A state file that the
  /// options name is only for the first instrument.
  func changeState(to new: LoadedInstrument) {
    guard keepsState else { return }
    let file = StateFile(of: new, client: options.clientName, in: Folders().state)
    let handle = handle
    stateAutosaver = StateAutosaver(file: file, widgets: new.widgets, patch: new.widgets.snapshot()) {
      handle.wake()
    }
  }

  /// Saves the states that are due.
  func saveStates(at now: HostTime) throws(SpinetError) {
    for index in retiredStates.indices {
      try retiredStates[index].saver.save(ifRestingAt: now, played: retiredStates[index].played)
    }
    retiredStates.removeAll { !$0.saver.isDirty && !$0.saver.isWriting }
    try stateAutosaver?.save(ifRestingAt: now, played: performer.played)
  }

  /// Whether something is not saved yet.
  var hasUnsavedState: Bool { stateAutosaver?.isDirty ?? false || !retiredStates.isEmpty }

  /// Waits until everything is saved, at the end of the session.
  func finishStates() throws(SpinetError) {
    for index in retiredStates.indices {
      try retiredStates[index].saver.finish(played: retiredStates[index].played)
    }
    try stateAutosaver?.finish(played: performer.played)
  }
}
