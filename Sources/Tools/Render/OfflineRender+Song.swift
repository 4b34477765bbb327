import Logging
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SystemPackage

extension OfflineRender {
  /// Reads a song file or a built-in one; nil is no song.
  static func read(_ song: String?, _ library: Catalog, _ logger: Logger) throws(SpinetError)
    -> StandardMIDIFile
  {
    guard let song else { return .empty }
    let file = try read(song, library)
    if file.lostExclusives > 0 {
      logger.warning(
        "\(song): \(file.lostExclusives) system exclusive messages have no end or are too long")
    }
    return file
  }

  static func nothingToRender(_ instrument: String?) -> SpinetError {
    SpinetError(
      .input, what: instrument ?? "", why: "it has no score to render",
      remedy: "give a song, an input or a duration")
  }

  private static func read(_ song: String, _ library: Catalog) throws(SpinetError) -> StandardMIDIFile {
    let file = try StandardMIDIFile(bytes: songBytes(song, library), file: song)
    guard file.duration <= longestSeconds else {
      throw SpinetError(
        .input, what: song, why: "it lasts more than a day", remedy: "give a shorter song")
    }
    return file
  }

  private static func songBytes(_ song: String, _ library: Catalog) throws(SpinetError) -> [UInt8] {
    if let score = try library.find(.score, song), !score.isOwn { return try score.bytes() }
    let names = try library.entries(.score).map(\.name).joined(separator: ", ")
    return try InputFile.bytes(
      at: FilePath(song), remedy: "give a MIDI file, or the name of a built-in one: \(names)")
  }
}
