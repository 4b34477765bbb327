import Logging
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// What is remembered from one session to the next: the widgets of each instrument.
///
/// Each file has one writer at a time, and a file is only written after everything in it was read: one that cannot be
/// read is set aside. When another instrument plays, the old one's widgets are written to the end. [control-thread]
final class SessionState {
  private let performer: Performer
  private let place: Place
  private let logger: Logger
  /// Called by writing threads when they have ended.
  private let wake: @Sendable () -> Void
  /// The saver of the instrument that plays; nil if its values are not kept.
  private var current: StateAutosaver?
  /// The savers of earlier instruments that still have something to write.
  private var replaced: [Replaced] = []
  private var keepsOthers = false

  private struct Replaced {
    var saver: StateAutosaver
    let played: PlayedWidgets
  }

  /// Where values are kept.
  struct Place {
    let choice: PlayOptions.StateChoice
    private let client: String
    /// The folders, the disk, and who writes.
    let surroundings: Surroundings

    init(_ options: PlayOptions, in surroundings: Surroundings) {
      (choice, client, self.surroundings) = (options.state, options.clientName, surroundings)
    }

    /// Nil if the values are not kept.
    func file(of instrument: LoadedInstrument) -> StateFile? {
      switch choice {
      case .automatic: StateFile(of: instrument, client: client, in: surroundings.folders.state)
      case .none: nil
      case .file(let path): StateFile(path: path, instrument: instrument.name)
      }
    }
  }

  /// - Parameter saver: the saver of the performer's instrument; nil if its values are not kept.
  init(
    of performer: Performer, _ saver: StateAutosaver?, in place: Place, logger: Logger,
    wake: @escaping @Sendable () -> Void
  ) {
    (self.performer, self.place, self.logger, self.wake) = (performer, place, logger, wake)
    current = saver
  }

  /// Takes the changes in a patch file. The widgets already have the new values.
  func follow(patch changes: [String: Double]) { current?.follow(patch: changes) }

  /// Whether something is not saved yet.
  var isUnsaved: Bool { current?.isDirty ?? false || !replaced.isEmpty }

  /// Waits until everything is saved, at the end of the session.
  ///
  /// - Throws: the first error. What can be saved is saved all the same.
  func finish() throws(SpinetError) {
    try eachReplaced { (saver, played) throws(SpinetError) in
      try saver.finish(played: played)
    } then: {
      () throws(SpinetError) in
      try current?.finish(played: performer.played)
    }
  }

  /// Does the work for each replaced saver and then the rest, even if some of it fails. Throws the first error.
  private func eachReplaced(
    _ work: (inout StateAutosaver, PlayedWidgets) throws(SpinetError) -> Void,
    then rest: () throws(SpinetError) -> Void
  ) throws(SpinetError) {
    var failure: SpinetError?
    for index in replaced.indices {
      do throws(SpinetError) { try work(&replaced[index].saver, replaced[index].played) } catch {
        failure = failure ?? error
      }
    }
    do throws(SpinetError) { try rest() } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  /// Whether anything can be written. A read-only home is logged once and is not an error.
  static func canKeep(_ options: PlayOptions, in surroundings: Surroundings, _ logger: Logger) -> Bool {
    let folder = surroundings.folders.state
    guard options.state == .automatic || options.journalBytes != nil else { return true }
    do throws(SpinetError) {
      try AtomicFile.checkWritable(folder.appending("state.yaml"), on: surroundings.disk)
      return true
    } catch {
      logger.warning("\(folder): \(error.why); what you set and play now is not kept")
      return false
    }
  }

  private func save(at now: HostTime) throws(SpinetError) {
    giveUpOlder()
    try eachReplaced { (saver, played) throws(SpinetError) in
      try saver.save(ifRestingAt: now, played: played)
    } then: { () throws(SpinetError) in
      replaced.removeAll { !$0.saver.isDirty && !$0.saver.isWriting }
      // A file has one writer at a time.
      guard !replaced.contains(where: { $0.saver.file == current?.file && $0.saver.isWriting }) else {
        return
      }
      try current?.save(ifRestingAt: now, played: performer.played)
    }
  }

  /// When a sound was loaded again and something of it was set, what could not be saved before is of no use any more.
  private func giveUpOlder() {
    guard !replaced.isEmpty, let current, current.isDirty else { return }
    replaced.removeAll { $0.saver.file == current.file && !$0.saver.isWriting }
  }
}

extension SessionState: Service {
  /// Widgets move without a wake-up, so it looks at them once a second until they are saved.
  func nextMoment(after now: HostTime) -> HostTime? { isUnsaved ? now.advanced(bySeconds: 1) : nil }

  func turn(at now: HostTime, isReady: Bool) {
    do { try save(at: now) } catch { logger.error(error) }
  }
}

extension SessionState: PerformanceListener {
  func changed(_ change: InstrumentChange) {
    guard !change.request.isSame else {
      current?.follow(change.new)
      return
    }
    keepSaving(change.oldPlayed)
    begin(change.new)
  }

  /// Keeps the saver of the old instrument until its state is saved.
  private func keepSaving(_ played: PlayedWidgets) {
    guard let saver = current else { return }
    replaced.append(Replaced(saver: saver, played: played))
    current = nil
    // A file that the options name is only for the first instrument.
    keepsOthers = place.choice == .automatic
  }

  /// Begins to save the state of a new instrument, which starts with the values of its files.
  private func begin(_ new: LoadedInstrument) {
    guard keepsOthers, let file = place.file(of: new) else { return }
    current = StateAutosaver(
      file: file, widgets: new.widgets, patch: new.widgets.snapshot(), in: place.surroundings, finished: wake)
  }
}
