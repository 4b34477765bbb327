import SpinetLibrary
import SpinetStage
import SpinetText
import SystemPackage

/// The names under which a journal keeps what plays, in a form by which `spinet render` finds it again.
struct JournalNames {
  /// The sound, as the user named it; empty for the default patch.
  private var asked: String
  /// A file, or the name of a keyboard; empty if the sounds choose their own.
  let keyboard: String

  init(_ options: PlayOptions) {
    asked = options.instrument ?? ""
    keyboard = Self.name(of: options.keyboard)
  }

  private static func name(of keyboard: PlayOptions.KeyboardChoice) -> String {
    switch keyboard {
    case .automatic: return ""
    case .standard: return "-"
    case .named(let name):
      let file = FilePath(name)
      return FileStamp(of: file) != nil ? file.absolute.string : name
    }
  }

  /// Takes the name by which another sound was asked for; nil if it was not asked for by a name.
  mutating func take(_ name: String?) { asked = name ?? asked }

  func sound(of instrument: LoadedInstrument) -> String {
    if let file = instrument.isStage ? instrument.stageFile : instrument.file {
      return file.absolute.string
    }
    return instrument.isStage && instrument.stage.file == nil ? asked : instrument.name
  }
}
