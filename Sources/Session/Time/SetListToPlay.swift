import SpinetFormats
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetTime
import SpinetWidgets
import SystemPackage

/// A set list that has been read, with the songs that play beside the keys.
package struct SetListToPlay: Sendable {
  package let name: String
  package let file: FilePath
  /// The file's stamp before it was read; nil if it had none.
  let stamp: FileStamp?
  /// Reads it again, with its songs.
  let read: @Sendable () throws(SpinetError) -> SetListToPlay
  package private(set) var songs: [Entry]
  /// Chooses the song.
  package private(set) var widget: Widget
  /// Those of whichever song plays; nil for a list without songs to play along.
  private(set) var songWidgets: SongWidgets?

  package struct Entry: Sendable {
    package let entry: SetList.Song
    var song: SongToPlay?
  }

  /// - Parameters:
  ///   - stamp: the file's stamp before it was read, so that what is saved while it is read is noticed.
  ///   - files: the songs to play along, for each entry.
  ///   - read: reads it again.
  /// - Throws: if there is no song in it.
  package init(
    _ list: SetList, named name: String, at file: FilePath, _ stamp: FileStamp?, _ files: [SongToPlay?],
    read: @escaping @Sendable () throws(SpinetError) -> SetListToPlay
  ) throws(SpinetError) {
    guard !list.songs.isEmpty else { throw Self.empty(file) }
    (self.name, self.file, self.stamp, self.read) = (name, file, stamp, read)
    let names = list.songs.enumerated().map { "\($0.offset + 1) \($0.element.stage)" }
    widget = Widget("setlist", kind: .choice(names), about: "Which song of the set list plays.")
    let played = files.compactMap(\.self)
    let widgets = played.isEmpty ? nil : SongWidgets(of: played.map(\.song))
    songWidgets = widgets
    songs = zip(list.songs, files).map { entry, file in
      var song = file
      if let widgets { song?.widgets = widgets }
      return Entry(entry: entry, song: song)
    }
  }

  /// Loads the sounds of the first song whose sounds are there, which the widget says then. Those before it are told.
  ///
  /// - Throws: if there is none.
  func loadFirst(with loader: InstrumentLoader) throws(SpinetError) -> LoadedInstrument {
    var first: SpinetError?
    for index in songs.indices {
      do throws(SpinetError) {
        let instrument = try loader.load(songs[index].entry.stage)
        widget.set(Double(index))
        return instrument
      } catch {
        let told = missing(index, error, "it is left out")
        first = first ?? told
        if index < songs.count - 1 { loader.log("\(told)") }
      }
    }
    throw first ?? Self.empty(file)
  }

  /// The error for a song whose sounds cannot be loaded.
  func missing(_ index: Int, _ error: SpinetError, _ consequence: String) -> SpinetError {
    SpinetError(
      error.code, what: what(index, at: songs[index].entry.places.stage),
      why: "\(error.what): \(error.why); \(consequence)", remedy: error.remedy)
  }

  /// The error for a song that the list does not have.
  func without(song: Int) -> SpinetError {
    SpinetError(
      .wrongValue, what: "song \(song + 1)", why: "\(name) has \(songs.count) songs",
      remedy: "choose one from 1 to \(songs.count)")
  }

  private static func empty(_ file: FilePath) -> SpinetError {
    SpinetError(
      .fileUnsuitable, what: file.string, why: "there is no song in it",
      remedy: "add one under \"songs:\"")
  }

  /// A song by its place in the file, the list and its own name: `friday.yaml:3:5: friday: 2 night-drive`.
  func what(_ index: Int, at place: TextLocation) -> String {
    "\(file.name):\(place.line):\(place.column): \(name): \(name(ofSong: index))"
  }

  /// A song by its number and its stage: `2 night-drive`.
  func name(ofSong index: Int) -> String { "\(index + 1) \(songs[index].entry.stage)" }

  /// `2 of 7: night-drive, softly`
  func place(ofSong index: Int) -> String {
    let entry = songs[index].entry
    return "\(index + 1) of \(songs.count): \(entry.stage)\(entry.note.isEmpty ? "" : ", \(entry.note)")"
  }

  /// The same list with the widgets of an earlier one, as far as they fit.
  func keepingWidgets(of old: SetListToPlay) -> SetListToPlay {
    var list = self
    if widget.kind == old.widget.kind { list.widget = old.widget }
    guard let new = songWidgets, let kept = old.songWidgets, new.fits(kept) else { return list }
    list.songWidgets = kept
    for index in list.songs.indices { list.songs[index].song?.widgets = kept }
    return list
  }

  /// All widgets that it adds to the session.
  var widgets: [Widget] { [widget] + (songWidgets?.all ?? []) }
}
