import FoundationEssentials
import Glibc
import SpinetText
import SystemPackage

/// A SoundFont as people name it: `piano.sf2`, `piano.sf2:Grand`, `gm.sf3:128/1`.
package struct SoundFontName: Hashable, Sendable {
  /// A path, or the name of an installed font.
  package let file: String
  /// A number, a name or a part of one; nil for the font's first preset.
  package let preset: String?

  /// The first preset of a file.
  init(file: FilePath) { (self.file, preset) = (file.string, nil) }

  /// Nil if the name is not a SoundFont's.
  package init?(_ name: String) {
    if Self.isFont(name) {
      (file, preset) = (name, nil)
      return
    }
    for colon in name.indices where name[colon] == ":" && Self.isFont(String(name[..<colon])) {
      (file, preset) = (String(name[..<colon]), String(name[name.index(after: colon)...]))
      return
    }
    return nil
  }

  private static func isFont(_ name: String) -> Bool {
    SoundFontFolders.endings.contains(FilePath(name).ending)
  }
}

/// Where SoundFonts are installed.
package struct SoundFontFolders: Sendable {
  /// The user's own first.
  package let folders: [FilePath]

  static let endings: Set<String> = ["sf2", "sf3"]

  /// - Parameter environment: the process's.
  package init(
    library: Catalog, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let own = library.ownFolder.map { [$0.appending("soundfonts")] } ?? []
    let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let shared = data.split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
    folders =
      own
      + shared.flatMap { folder in
        ["sounds/sf2", "sounds/sf3", "soundfonts"].map { folder.appending($0) }
      }
  }

  /// The path of a font: the file itself, or one of that name in the folders. A name that is not found is returned
  /// unchanged.
  package func path(of file: String) -> FilePath {
    let path = FilePath(file)
    guard !file.contains("/"), !path.exists else { return path }
    return folders.map { $0.appending(file) }.first(where: \.exists) ?? path
  }

  /// The font for General MIDI: first the user's own, then the known complete ones, the smaller first, then the
  /// system's default. Nil if none is installed.
  package var generalMIDI: FilePath? {
    let own = folders.prefix(1).flatMap { folder in
      ((try? folder.entries()) ?? []).map { folder.appending($0) }.filter { Self.endings.contains($0.ending) }
    }
    let known = ["TimGM6mb.sf2", "FluidR3_GM.sf2", "default-GM.sf2", "default-GM.sf3"]
    let shared = known.flatMap { name in folders.dropFirst().map { $0.appending(name) } }
    return (own + shared).first(where: \.exists)
  }
}

/// Which SoundFont plays General MIDI.
package enum GeneralMIDIFont: Hashable, Sendable {
  /// The first that is installed, if any.
  case installed
  /// None: spinet's own patches play.
  case none
  case named(String)

  /// - Parameter word: `none`, a file, or nil for what is installed.
  package init(_ word: String?) {
    switch word {
    case nil: self = .installed
    case "none": self = .none
    case let word?: self = .named(word)
    }
  }
}
