import SpinetDevices
import SpinetRealtime
import SpinetText
import SystemPackage

/// A kind of file that is an instrument, known by the ending of its name.
package struct SoundFormat: Sendable {
  /// In small letters.
  package let endings: Set<String>
  /// Whether it is a program, which can sound without a song.
  package let isProgram: Bool
  let load: @Sendable (InstrumentLoader, FilePath) throws(SpinetError) -> LoadedSound

  private init(
    _ endings: Set<String>, isProgram: Bool = false,
    load: @escaping @Sendable (InstrumentLoader, FilePath) throws(SpinetError) -> LoadedSound
  ) {
    self.endings = endings
    self.isProgram = isProgram
    self.load = load
  }

  /// Patches and stages are not among them: they are found by their names too.
  package static let all = [
    SoundFormat(SoundFileKind.readable) { loader, path throws(SpinetError) in
      try loader.loadSample(path)
    },
    SoundFormat(["sfz"]) { loader, path throws(SpinetError) in try loader.loadSFZ(path) },
    SoundFormat(SoundFontFolders.endings) { loader, path throws(SpinetError) in
      try loader.loadSoundFont(SoundFontName(file: path))
    },
    SoundFormat(["csd"], isProgram: true) { loader, path throws(SpinetError) in try loader.loadCsound(path) },
    SoundFormat(["dsp"], isProgram: true) { loader, path throws(SpinetError) in try loader.loadFaust(path) },
  ]

  /// The format of a file; nil if its name does not say.
  package init?(of path: FilePath) {
    // A name that is only `.dsp` has no ending, but can mean nothing else.
    let ending =
      path.ending.isEmpty && path.name.hasPrefix(".") ? path.name.dropFirst().lowercased() : path.ending
    guard let format = Self.all.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }
}
