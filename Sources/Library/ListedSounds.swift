import SpinetDevices
import SpinetFormats
import SpinetRealtime
import SpinetStage
import SpinetText
import SystemPackage

/// A sound that can be chosen from a list, with what its file says about it.
package struct ListedSound: Hashable, Sendable {
  package enum Kind: String, Sendable { case patch, stage, program, font, sample }

  package let kind: Kind
  /// The name by which it is chosen.
  package let name: String
  /// The name that people see.
  package var title: String
  package var family = ""
  package var tags: [String] = []
  package var about = ""
  /// The first program change that chooses it, 1–128.
  package var program: Int?
  package var isOwn = false
  /// Whether it is the user's own and comes before a shipped one of the same name.
  package var hides = false
}

/// Every sound that can be chosen by name alone: patches, stages, installed fonts, and the programs and samples in the
/// user's folders. Every call reads the folders.
package struct ListedSounds: Sendable {
  private let catalog: Catalog
  private let fonts: SoundFontFolders

  package init(_ catalog: Catalog = .current) {
    (self.catalog, fonts) = (catalog, SoundFontFolders(library: catalog))
  }

  /// All of them. A file with errors is listed by its name only.
  package func all() throws(SpinetError) -> [ListedSound] {
    try catalog.entries(.patch).map(patch) + catalog.entries(.stage).map(stage)
      + files(.program).map { ListedSound(kind: .program, name: $0.name, title: $0.title, isOwn: true) }
      + files(.sample).map { ListedSound(kind: .sample, name: $0.name, title: $0.title, isOwn: true) }
      + fontFiles.map {
        ListedSound(kind: .font, name: $0.name, title: $0.title, isOwn: $0.isIn(fonts.folders.first))
      }
  }

  private func patch(_ entry: LibraryEntry) -> ListedSound {
    var sound = listed(entry, .patch)
    guard let text = try? entry.text(), let patch = try? Patch(text: text, file: entry.path.string) else {
      return sound
    }
    sound.title = patch.name ?? entry.name
    (sound.family, sound.tags, sound.about) = (patch.family ?? "", patch.tags, patch.about ?? "")
    sound.program = patch.programs.first
    return sound
  }

  private func stage(_ entry: LibraryEntry) -> ListedSound {
    var sound = listed(entry, .stage)
    guard let text = try? entry.text(), let stage = try? Stage(text: text, file: entry.path.string) else {
      return sound
    }
    if !stage.name.isEmpty { sound.title = stage.name }
    return sound
  }

  private func listed(_ entry: LibraryEntry, _ kind: ListedSound.Kind) -> ListedSound {
    ListedSound(
      kind: kind, name: entry.name, title: entry.name, isOwn: entry.isOwn,
      hides: entry.isOwn && Self.hidden(by: entry.kind).contains { $0.name == entry.name })
  }

  /// What an entry of the user's own comes before: a patch before stages, too.
  private static func hidden(by kind: LibraryEntry.Kind) -> [LibraryEntry] {
    Catalog.shipped(kind) + (kind == .patch ? Catalog.shipped(.stage) : [])
  }

  // MARK: Files

  private static let samples = SoundFileKind.readable.union(["sfz"])
  private static let programs: Set<String> = ["csd", "dsp"]

  /// The folder of the user's own programs or samples.
  private func folder(_ kind: ListedSound.Kind) -> FilePath? {
    catalog.ownFolder?.appending(kind == .program ? "programs" : "samples")
  }

  private func files(_ kind: ListedSound.Kind) -> [FilePath] {
    folder(kind).map { Self.files(in: $0, kind == .program ? Self.programs : Self.samples) } ?? []
  }

  private static func files(in folder: FilePath, _ endings: Set<String>) -> [FilePath] {
    ((try? folder.entries()) ?? []).sorted().map { folder.appending($0) }.filter {
      endings.contains($0.ending) && !$0.name.hasPrefix(".")
    }
  }

  /// The first font of each name.
  private var fontFiles: [FilePath] {
    var names: Set<String> = []
    return fonts.folders.flatMap { Self.files(in: $0, SoundFontFolders.endings) }.filter {
      names.insert($0.name).inserted
    }
  }

  /// What is loaded for a listed name: a name of the catalogue, or the path of a file in the user's folders.
  ///
  /// - Throws: if nothing that is listed has exactly this name.
  package func argument(of name: String) throws(SpinetError) -> String {
    let names = try (catalog.entries(.patch) + catalog.entries(.stage)).map(\.name)
    // With a slash or an ending it would be read as a path.
    if names.contains(name), !name.contains("/") { return name }
    let files = files(.program) + files(.sample) + fontFiles
    if let file = files.first(where: { $0.name == name }) { return file.string }
    throw SpinetError(
      .notAllowed, what: "sound '\(name.shortened)'", why: "no sound in the list has that name",
      remedy: Remedy(
        forUnknown: name, among: names + files.map(\.name), otherwise: "choose one of the list"))
  }
}

extension FilePath {
  /// The name without its ending.
  fileprivate var title: String { stem ?? name }

  fileprivate func isIn(_ folder: FilePath?) -> Bool { folder.map { starts(with: $0) } ?? false }
}
