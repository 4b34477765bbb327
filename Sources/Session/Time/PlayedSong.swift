import SpinetLibrary
import SpinetMIDI
import SpinetStage
import SpinetTime
import SpinetWidgets

/// The song that plays beside the keys, and what its widgets were when they were last followed. [control-thread]
struct PlayedSong {
  private(set) var source: SongToPlay
  var player: SongPlayer
  /// How much faster it plays than its file says, since somebody has moved the tempo.
  private(set) var tempoRatio = 1.0
  /// The value that it has given the widget of its position last.
  private var shown = 0.0

  init(_ source: SongToPlay) {
    self.source = source
    player = SongPlayer(source.song)
  }

  var widgets: SongWidgets { source.widgets }

  /// Somebody has chosen another sound by its name, which the song leaves alone from now on.
  mutating func soundWasChosen() { if source.changesSounds == true { source.changesSounds = nil } }

  /// Whether its program changes choose sounds. Those that were named by a person stay; a stage file says what program
  /// changes do.
  func changesSounds(of instrument: LoadedInstrument) -> Bool {
    source.changesSounds ?? (instrument.stage.file != nil)
  }

  /// Shows what it does on other widgets, which take the values of its old ones.
  mutating func show(on widgets: SongWidgets) {
    let new = Dictionary(widgets.all.map { ($0.name, $0) }) { first, _ in first }
    for old in source.widgets.all { new[old.name]?.set(old.value) }
    source.widgets = widgets
    shown = widgets.position.value
  }

  /// The tempo at which it begins or goes on at a position.
  func tempo(at position: Ticks) -> Tempo { scaled(player.song.tempo(at: position)) }

  func scaled(_ tempo: Tempo) -> Tempo { Tempo(tempo.quartersPerMinute * tempoRatio) }

  /// Learns from a tempo that somebody has set how much faster it is to play from now on.
  mutating func follow(_ tempo: Tempo) {
    tempoRatio = tempo.quartersPerMinute / player.song.tempo(at: player.cursor).quartersPerMinute
  }

  /// The position that a person or a mapping has set; nil if the widget is as the song has left it.
  var wantedPosition: Ticks? {
    let value = widgets.position.value
    return value == shown ? nil : Ticks(quarters: value)
  }

  /// Shows where it is.
  mutating func show(_ position: Ticks) {
    widgets.position.set(max(position, .zero).quarters)
    shown = widgets.position.value
  }

  /// Follows loop, transposition and mutes. Returns the note-offs of what is muted.
  mutating func followWidgets() -> [MIDIMessage] {
    player.loop = widgets.loop(in: player.song)
    player.transpose = Int(widgets.transpose.value)
    var ended: [MIDIMessage] = []
    for (channel, widget) in widgets.parts {
      ended += player.set(channel, isMuted: widget.value == 0)
    }
    return ended
  }
}
