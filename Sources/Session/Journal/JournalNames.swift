import SpinetJournal
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
  /// The file or the name of the song that plays beside it; nil for none.
  private var song: String?
  /// Whether a take is played again. Its song is in it, and the journal keeps only what hands play over it.
  private(set) var playsTake: Bool

  init(_ options: PlayOptions) {
    asked = options.instrument ?? ""
    keyboard = Self.name(of: options.keyboard)
    song = options.song?.file
    playsTake = options.song?.take != nil
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

  /// Takes the song that plays beside it from now on. Returns whether it is another one.
  mutating func take(_ new: SongToPlay?) -> Bool {
    let old = (song, playsTake)
    (song, playsTake) = (new?.file, new?.take != nil)
    return old != (song, playsTake)
  }

  /// The sound, and after a unit separator the song.
  func sound(of instrument: LoadedInstrument) -> String {
    ([soundAlone(of: instrument)] + [song].compactMap(\.self)).joined(separator: TakeFile.separator)
  }

  private func soundAlone(of instrument: LoadedInstrument) -> String {
    if let file = instrument.isStage ? instrument.stageFile : instrument.file {
      return file.absolute.string
    }
    return instrument.isStage && instrument.stage.file == nil ? asked : instrument.name
  }
}
