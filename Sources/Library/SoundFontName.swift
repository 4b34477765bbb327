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
  /// How many of them are the user's own.
  private let ownCount: Int

  static let endings: Set<String> = ["sf2", "sf3"]

  /// - Parameter environment: the process's.
  package init(
    library: Catalog, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let own = library.ownFolder.map { [$0.appending("soundfonts")] } ?? []
    ownCount = own.count
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

  /// The fonts for General MIDI, the best first: the user's own, then those that sound best of what distributions have,
  /// and TimGM6mb, which is small, last.
  package var generalMIDIFonts: [FilePath] {
    let shared = folders.dropFirst(ownCount).flatMap(fonts).map { (path: $0, rank: Self.rank($0)) }
    return own
      + shared.filter { $0.rank < Self.best.count }.sorted { $0.rank < $1.rank }.map(\.path)
  }

  /// The fonts for drums: recorded kits, then those for General MIDI.
  package var drumFonts: [FilePath] {
    let kits = folders.dropFirst(ownCount).flatMap(fonts).filter { path in
      Self.kits.contains { path.name.lowercased().contains($0) }
    }
    return own + kits + generalMIDIFonts.filter { !own.contains($0) }
  }

  /// Whether no font of a distribution sounds better.
  func isBest(_ path: FilePath) -> Bool { own.contains(path) || Self.rank(path) <= 1 }

  private var own: [FilePath] { folders.prefix(ownCount).flatMap(fonts) }

  private func fonts(in folder: FilePath) -> [FilePath] {
    ((try? folder.entries()) ?? []).sorted().map { folder.appending($0) }
      .filter { Self.endings.contains($0.ending) && $0.exists }
  }

  /// How the names of fonts begin, the best first. A default is a link to one that is installed.
  private static let best = [
    "musescore_general", "musescore_general_lite", "fluidr3", "default-gm", "timgm6mb",
  ]

  /// How the names of the AVL drum kits begin.
  private static let kits = ["black_pearl", "red_zeppelin", "avl"]

  /// The place among `best` of the file that a path leads to; their number for other fonts.
  private static func rank(_ path: FilePath) -> Int {
    let names = [path.realPath.name.lowercased(), path.name.lowercased()]
    return names.lazy.compactMap { name in best.lastIndex { name.hasPrefix($0) } }.first ?? best.count
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

extension FilePath {
  /// Where it leads, through links, by realpath(3); itself if nothing is there.
  fileprivate var realPath: FilePath {
    guard let real = realpath(string, nil) else { return self }
    defer { free(real) }
    return FilePath(platformString: real)
  }
}
