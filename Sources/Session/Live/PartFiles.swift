import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

/// The files of the parts that are read again when they are saved: patches and programs. [control-thread]
struct PartFiles {
  private var patches: [(file: PatchFile, widgets: WidgetSet, prefix: String)]
  private var programs: [ProgramFiles]

  init(of instrument: LoadedInstrument, readAt moment: FileStamp.Moment) {
    patches = instrument.parts.indices.compactMap { index in
      let sound = instrument.parts[index].sound
      let widgets = WidgetSet(instrument.sessionWidgets.all + sound.engine.widgets)
      return sound.patchFile.map { ($0, widgets, instrument.prefix(ofPart: index)) }
    }
    // An engine that plays alone, without a mixer, cannot be replaced.
    programs = instrument.parts.compactMap { part in
      guard part.number > 0, let engine = part.engine as? any ProgramEngine else { return nil }
      return ProgramFiles(of: engine, part: part.number, readAt: moment)
    }
  }

  var paths: [String] { patches.map(\.file.path) + programs.flatMap(\.paths) }

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

  /// The numbers of the parts whose programs were saved, once for each time.
  mutating func takeSavedPrograms() -> [UInt32] {
    programs.indices.compactMap { programs[$0].takeChange() ? programs[$0].part : nil }
  }
}
