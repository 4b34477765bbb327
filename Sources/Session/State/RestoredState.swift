import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Restores what the widgets were when an instrument was last used.
struct RestoredState {
  let place: SessionState.Place
  let startsFresh: Bool
  let logger: Logger

  /// Restores the widgets, and then applies the options. Returns what saves the widgets from now on; nil if nothing is
  /// saved.
  ///
  /// - Parameter canKeep: whether the usual folder can be written. A file that the options name must be written in any
  ///   case, or an error tells why not.
  func setUp(
    _ instrument: LoadedInstrument, _ options: PlayOptions, canKeep: Bool,
    wake: @escaping @Sendable () -> Void
  ) throws(SpinetError) -> StateAutosaver? {
    let saver = try restore(instrument, wake: wake)
    try instrument.apply(settings: options.settings)
    instrument.sessionWidgets.running.set(options.engineStartsRunning ? 1 : 0)
    return canKeep || options.state != .automatic ? saver : nil
  }

  /// Restores the widgets, and returns what saves them from now on; nil if nothing is saved.
  private func restore(
    _ instrument: LoadedInstrument, wake: @escaping @Sendable () -> Void
  ) throws(SpinetError) -> StateAutosaver? {
    guard let file = place.file(of: instrument) else { return nil }
    let patch = instrument.widgets.snapshot()
    guard let kept = try read(file) else { return nil }
    for remark in kept.remarks { logger.warning("\(remark)") }
    let edited = kept.values.keys.filter { name in
      kept.patch[name].map { $0 != patch[name] } ?? false && patch[name] != nil
    }
    let unknown = instrument.widgets.restore(
      kept.values.filter { SessionWidgets.isKept($0.key) && !edited.contains($0.key) })
    tell(edited: edited)
    if !unknown.isEmpty {
      logger.warning("\(file.path): \(instrument.name) has no widget \(unknown.joined(separator: ", "))")
    }
    tellRestored(instrument.widgets, since: patch)
    return StateAutosaver(
      file: file, widgets: instrument.widgets, patch: patch, in: place.surroundings, finished: wake)
  }

  /// Reads the saved values. A file that cannot be read is set aside, which is logged; nil if that fails too. If the
  /// options name the file, throws instead.
  private func read(_ file: StateFile) throws(SpinetError) -> StateText? {
    if startsFresh { return StateText() }
    do {
      return try file.read()
    } catch {
      guard place.choice == .automatic else { throw error }
      logger.warning(error)
      guard let aside = file.setAside() else {
        logger.warning("\(file.path): it cannot be renamed either; changes are not saved")
        return nil
      }
      logger.warning("\(file.path): using the sound's own values; the file is now \(aside)")
      return StateText()
    }
  }

  private func tell(edited: [String]) {
    guard !edited.isEmpty else { return }
    let names = edited.sorted().joined(separator: ", ")
    logger.info("the patch was edited since; these widgets take the patch's values: \(names)")
  }

  private func tellRestored(_ widgets: WidgetSet, since patch: [String: Double]) {
    let count = widgets.snapshot().count { patch[$0.key] != $0.value }
    guard count > 0 else { return }
    let (text, them) =
      count == 1 ? ("1 widget is as you left it", "it") : ("\(count) widgets are as you left them", "them")
    logger.notice(text, remedy: Remedy(.resetWidgets, them))
  }
}
