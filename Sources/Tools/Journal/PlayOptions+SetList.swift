import Logging
import SpinetFormats
import SpinetLibrary
import SpinetMIDIFile
import SpinetRealtime
import SpinetSession
import SpinetText
import SystemPackage

extension PlayOptions {
  /// Plays a set list if the instrument's name is that of one, or its file's, and begins with its first song. The exact
  /// name of a patch or a stage comes first. Nothing changes for any other name.
  package mutating func chooseSetList(logger: Logger) throws(SpinetError) {
    guard let name = instrument, let entry = try Self.setList(name) else { return }
    let list = try SetList(bytes: entry.bytes(), file: entry.path.string)
    let files = try list.songs.map { song throws(SpinetError) in
      try Self.song(song, beside: entry.path, logger)
    }
    setList = try SetListToPlay(list, named: entry.name, files)
    instrument = list.songs[0].stage
  }

  private static func setList(_ name: String) throws(SpinetError) -> LibraryEntry? {
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

  /// The song that plays beside the keys; nil for none.
  private static func song(
    _ song: SetList.Song, beside list: FilePath, _ logger: Logger
  ) throws(SpinetError) -> SongToPlay? {
    guard let name = song.song else { return nil }
    let path = name.hasPrefix("/") ? name : list.absolute.beside(name).string
    var read = SongToPlay(try OfflineRender.read(path, .current, logger), named: name, at: path)
    // Program changes step through the set list.
    read.changesSounds = false
    return read
  }
}
