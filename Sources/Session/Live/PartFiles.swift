import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

/// The files of the parts that are read again when they are saved: patches and programs. [control-thread]
struct PartFiles {
  private var patches: [(file: PatchFile, widgets: WidgetSet, prefix: String)]
  private let recompilers: [ProgramRecompiler]

  /// - Parameter finished: called by a compiling thread when there is an outcome to take.
  init(
    of instrument: LoadedInstrument, readAt moment: FileStamp.Moment,
    finished: @escaping @Sendable () -> Void
  ) {
    patches = instrument.parts.indices.compactMap { index in
      let sound = instrument.parts[index].sound
      let widgets = WidgetSet(instrument.sessionWidgets.all + sound.engine.widgets)
      return sound.patchFile.map { ($0, widgets, instrument.prefix(ofPart: index)) }
    }
    recompilers = instrument.parts.compactMap { $0.engine as? any ProgramEngine }.map { engine in
      ProgramRecompiler(engine: engine, readAt: moment, finished: finished)
    }
  }

  var paths: [String] { patches.map(\.file.path) + recompilers.flatMap(\.files) }

  /// Moves the widgets whose lines in a patch have changed. Answers their new values by their whole names; nil when no
  /// file has changed. After an error in a file the others are read all the same.
  mutating func reloadPatches() throws -> [String: Double]? {
    var moved: [String: Double]?
    var failure: (any Error)?
    for index in patches.indices {
      do {
        guard let values = try patches[index].file.reload(patches[index].widgets) else { continue }
        let own = Set(SessionWidgets.names)
        for (name, value) in values {
          moved = moved ?? [:]
          moved?[own.contains(name) ? name : patches[index].prefix + name] = value
        }
        moved = moved ?? [:]
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return moved
  }

  /// Compiles the programs whose files have changed.
  func recompileIfChanged() throws(SpinetError) {
    for recompiler in recompilers { try recompiler.recompileIfChanged() }
  }

  /// The result of a compilation that has ended, once.
  func takeOutcome() -> ProgramRecompiler.Outcome? {
    for recompiler in recompilers { if let outcome = recompiler.takeOutcome() { return outcome } }
    return nil
  }
}
