import SpinetFormats
import SpinetMIDI
import SpinetRealtime
import SpinetTime
import SpinetWidgets

/// A set list that has been read, with the songs that play beside the keys.
package struct SetListToPlay: Sendable {
  package let name: String
  package let songs: [Entry]
  /// Chooses the song.
  package let widget: Widget
  /// Those of whichever song plays; nil for a list without songs to play along.
  let songWidgets: SongWidgets?

  package struct Entry: Sendable {
    package let entry: SetList.Song
    var song: SongToPlay?
  }

  /// - Parameter files: the songs to play along, for each entry.
  /// - Throws: if there is no song in it.
  package init(_ list: SetList, named name: String, _ files: [SongToPlay?]) throws(SpinetError) {
    guard !list.songs.isEmpty else {
      throw SpinetError(
        .fileUnsuitable, what: name, why: "there is no song in it", remedy: "add one under \"songs:\"")
    }
    self.name = name
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

  /// All widgets that it adds to the session.
  var widgets: [Widget] { [widget] + (songWidgets?.all ?? []) }
}
