import SpinetMIDI
import SpinetTime
import SpinetWidgets

/// The widgets that move a song.
package struct SongWidgets: Sendable {
  let playing = Widget("song.playing", kind: .toggle, about: "Whether the song plays.")
  let position: Widget
  let loopStart: Widget
  let loopEnd: Widget
  let loopOn = Widget("song.loop.on", kind: .toggle, about: "Whether the loop is repeated.")
  let transpose = Widget(
    "song.transpose", range: -24...24, default: 0, unit: "semitones", step: 1, snaps: true,
    about: "Moves the song's pitch; drums on channel 10 stay.")
  /// Whether each channel is heard.
  let parts: [(channel: Channel, widget: Widget)]

  init(of song: Song) { self.init(of: [song]) }

  /// Those of several songs, one after the other.
  init(of songs: [Song]) {
    self.init(
      Set(songs.flatMap(\.channels)).sorted { $0.number < $1.number },
      length: songs.map(\.length.quarters).max() ?? 0)
  }

  /// Those of a song of which nothing is known.
  static var ofAnySong: SongWidgets {
    SongWidgets((1...16).compactMap(Channel.init(number:)), length: 100_000)
  }

  private init(_ channels: [Channel], length: Double) {
    let quarters = 0...max(length, 1)
    position = Widget(
      "song.position", range: quarters, default: 0, unit: "quarter notes", about: "Where the song is.")
    loopStart = Widget(
      "song.loop.start", range: quarters, default: 0, unit: "quarter notes", about: "Where the loop begins.")
    loopEnd = Widget(
      "song.loop.end", range: quarters, default: quarters.upperBound, unit: "quarter notes",
      about: "Where the loop goes back to its beginning.")
    parts = channels.map { channel in
      (
        channel,
        Widget(
          "song.part.\(channel.number)", kind: .toggle, default: 1,
          about: "Whether channel \(channel.number) of the song is heard.")
      )
    }
  }

  /// Whether other widgets are for the same channels and the same length.
  func fits(_ other: SongWidgets) -> Bool {
    parts.map(\.channel) == other.parts.map(\.channel) && position.range == other.position.range
  }

  package var all: [Widget] {
    [playing, position, loopStart, loopEnd, loopOn, transpose] + parts.map(\.widget)
  }

  /// A 64th note. The song would be busy with beginning anew in what is shorter.
  private static let shortestLoop = Ticks.sixteenth * 0.25

  /// The part of a song that is repeated, as far as the song has it; nil for none, or for one that is too short.
  func loop(in song: Song) -> Range<Ticks>? {
    let start = Ticks(quarters: loopStart.value)
    let end = min(Ticks(quarters: loopEnd.value), song.length)
    return loopOn.value > 0 && start + Self.shortestLoop <= end ? start..<end : nil
  }
}
