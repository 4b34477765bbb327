import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// The files of the parts that are read again after they were saved: patches and programs. [control-thread]
struct PartFiles {
  private var patches: [(file: PatchFile, widgets: WidgetSet, part: Int)]
  private var programs: [ProgramFiles]

  init(of instrument: LoadedInstrument, readAt moment: FileStamp.Moment) {
    patches = instrument.parts.indices.compactMap { index in
      let sound = instrument.parts[index].sound
      let widgets = WidgetSet(instrument.sessionWidgets.all + sound.widgets)
      return sound.patchFile.map { ($0, widgets, index) }
    }
    // An engine that plays alone, without a mixer, cannot be replaced.
    programs = instrument.parts.compactMap { part in
      guard part.number > 0, let engine = part.engine as? any ProgramEngine else { return nil }
      return ProgramFiles(of: engine, part: part.number, readAt: moment)
    }
  }

  var paths: [FilePath] { patches.map(\.file.path) + programs.flatMap(\.paths) }

  /// The changes in the patches since they were read; nil if no file has changed.
  ///
  /// - Parameter tell: gets the error of a file that is wrong now. The other files are still read.
  mutating func popEditedPatches(tell: (SpinetError) -> Void) -> [EditedPatch]? {
    var edited: [EditedPatch]?
    for index in patches.indices {
      do throws(SpinetError) {
        guard let values = try patches[index].file.readEdits(for: patches[index].widgets) else { continue }
        edited = (edited ?? []) + [EditedPatch(part: patches[index].part, values: values)]
      } catch {
        tell(error)
      }
    }
    return edited
  }

  /// The numbers of the parts whose programs were saved since the last call.
  mutating func popSavedPrograms() -> [UInt32] {
    programs.indices.compactMap { programs[$0].popChange() ? programs[$0].part : nil }
  }
}

/// The changes in the patch of a part: new values, by the widgets' own names.
struct EditedPatch {
  /// The index of the part.
  let part: Int
  let values: [String: Double]
}
