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

  private static func isFont(_ path: String) -> Bool {
    SoundFontFolders.endings.contains(FilePath(path).ending)
  }
}

/// Where SoundFonts are installed.
package struct SoundFontFolders: Sendable {
  /// A person's own first.
  package let folders: [String]

  static let endings: Set<String> = ["sf2", "sf3"]

  /// - Parameter environment: the process's.
  package init(
    library: Catalog, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let own = library.ownFolder.map { ["\($0)/soundfonts"] } ?? []
    let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let shared = data.split(separator: ":").filter { $0.hasPrefix("/") }
    folders = own + shared.flatMap { ["\($0)/sounds/sf2", "\($0)/sounds/sf3", "\($0)/soundfonts"] }
  }

  /// The path of a font: the file itself, or one of that name in the folders. A name that nothing has is returned as it is.
  package func path(of file: String) -> String {
    guard !file.contains("/"), !InputFile.exists(file) else { return file }
    return folders.map { "\($0)/\(file)" }.first { InputFile.exists($0) } ?? file
  }

  /// The font for General MIDI: a person's own first, then those that are known to be complete, the smaller first; then what
  /// the system calls its default. Nil if none is installed.
  package var generalMIDI: String? {
    let own = folders.prefix(1).flatMap { folder in
      Self.names(in: folder).filter { Self.endings.contains(FilePath($0).ending) }.sorted()
        .map { "\(folder)/\($0)" }
    }
    let known = ["TimGM6mb.sf2", "FluidR3_GM.sf2", "default-GM.sf2", "default-GM.sf3"]
    let shared = known.flatMap { name in folders.dropFirst().map { "\($0)/\(name)" } }
    return (own + shared).first { InputFile.exists($0) }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
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
