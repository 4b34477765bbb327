import Logging
import SpinetFormats
import SpinetLibrary
import SpinetMIDIFile
import SpinetRealtime
import SpinetText
import SystemPackage

extension PlayOptions {
  /// Plays a set list if the instrument's name is that of one, or its file's, and begins with its first song. The exact
  /// name of a patch or a stage comes first. Nothing changes for any other name.
  package mutating func chooseSetList(logger: Logger) throws(SpinetError) {
    guard let name = instrument, let list = try readSetList(name, logger) else { return }
    setList = list
    instrument = list.songs[0].entry.stage
  }

  /// The set list of a name or a file, with its songs; nil if the name means something else.
  static func setList(named name: String, _ logger: Logger) throws(SpinetError) -> SetListToPlay? {
    try entry(name).map { entry throws(SpinetError) in try read(entry, logger) }
  }

  private static func read(_ entry: LibraryEntry, _ logger: Logger) throws(SpinetError) -> SetListToPlay {
    let stamp = FileStamp(of: entry.path)
    let list = try SetList(bytes: entry.bytes(), file: entry.path.string)
    let files = list.songs.indices.map { index in song(list.songs[index], index, in: entry, logger) }
    return try SetListToPlay(list, named: entry.name, at: entry.path, stamp, files) {
      () throws(SpinetError) in try read(entry, logger)
    }
  }

  private static func entry(_ name: String) throws(SpinetError) -> LibraryEntry? {
    let library = Catalog.current
    if name.contains("/") || FilePath(name).ending == "yaml" {
      // A pipe can be read only once.
      guard FilePath(name).ending == "yaml", FileStamp(of: FilePath(name)) != nil,
        let entry = try library.find(.setList, name), SetList.isSetList(try entry.bytes(), file: name)
      else { return nil }
      return entry
    }
    let others = try library.entries(.patch) + library.entries(.stage)
    if others.contains(where: { $0.name == name }) { return nil }
    return try library.own(.setList).first { $0.name == name }
  }

  /// The song that plays beside the keys; nil for none. One that cannot be read is told, and the evening goes on without
  /// it.
  private static func song(
    _ song: SetList.Song, _ index: Int, in list: LibraryEntry, _ logger: Logger
  ) -> SongToPlay? {
    guard let name = song.song else { return nil }
    let path = name.hasPrefix("/") ? name : list.path.absolute.beside(name).string
    do throws(SpinetError) {
      let bytes = try InputFile.bytes(at: FilePath(path), remedy: "mend \"song: \(name)\" in \(list.path)")
      var read = SongToPlay(try StandardMIDIFile(bytes: bytes, file: path), named: name, at: path)
      for warning in read.contents.warnings { logger.warning("\(path): \(warning)") }
      // Program changes step through the set list.
      read.changesSounds = false
      return read
    } catch {
      let place = song.places.song
      logger.error(
        SpinetError(
          error.code,
          what: "\(list.path.name):\(place.line):\(place.column): \(list.name): \(index + 1) \(song.stage)",
          why: "\(path): \(error.why); it plays without its song", remedy: error.remedy))
      return nil
    }
  }
}
