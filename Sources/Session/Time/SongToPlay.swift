import SpinetDevices
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetTime
import SpinetWidgets
import SystemPackage

/// A song that has been read: its events, and for a take the moves and touches among them.
package struct SongToPlay: Sendable {
  /// The name of its file, or of a built-in song.
  package let name: String
  /// Its file or its name, by which it is found again; nil for a take, which is found in the journal.
  package let file: String?
  package let contents: StandardMIDIFile
  package let song: Song
  package var widgets: SongWidgets
  let actions: [RecordedTake.Action]
  /// Nil for a song that is not a take.
  package let take: RecordedTake?
  /// Whether its program changes choose sounds; nil if they do in a stage, and not in a single sound.
  package var changesSounds: Bool? = true

  /// - Parameter path: nil for a take of the journal.
  package init(_ file: StandardMIDIFile, named name: String, at path: String?) {
    (self.name, self.file, contents) = (name, path, file)
    let take = RecordedTake(file)
    self.take = take
    if let take {
      (song, actions) = take.song(of: file)
    } else {
      (song, actions) = (file.song, [])
    }
    widgets = SongWidgets(of: song)
  }
}

extension PlayOptions {
  /// Builds the instrument: the named one, or the parts that the song chooses itself.
  package func load(with loader: InstrumentLoader) throws(SpinetError) -> LoadedInstrument {
    let loaded = try loadSounds(with: loader)
    song?.take?.restore(loaded.widgets, withTransport: false)
    return loaded
  }

  private func loadSounds(with loader: InstrumentLoader) throws(SpinetError) -> LoadedInstrument {
    guard let song, instrument == nil, song.take == nil, song.contents.choosesSounds else {
      return try loader.load(instrument)
    }
    let stage = try loader.load(
      generalMIDI: song.contents, try ProgramTable(loader.library), font: .installed)
    return try LoadedInstrument(stage, sessionWidgets: SessionWidgets(sources: loader.sourceWidgets))
  }
}

extension RecordedTake {
  /// The take as a song: its moves of the tempo are the song's tempi, so that it takes the time that it took.
  fileprivate func song(of file: StandardMIDIFile) -> (Song, [Action]) {
    let first = states.last { $0.name.isTempo }.map { Tempo($0.value) } ?? .standard
    let tempi = actions.compactMap { action -> Timed<Double>? in
      guard case .move(let name, let value) = action.value, name.isTempo else { return nil }
      return Timed(value, at: action.seconds)
    }
    let others = actions.filter { !$0.value.movesTransport }
    let played = zip(file.events, file.tracks).filter { !mappedTracks.contains($0.1) }.map(\.0)
    var contents: [(seconds: Double, content: Song.Content)] = [(0, .tempo(first))]
    contents += tempi.map { ($0.seconds, .tempo(Tempo($0.value))) }
    contents += file.exclusives.map { ($0.seconds, .exclusive($0.value)) }
    contents += others.enumerated().map { ($0.element.seconds, .action($0.offset)) }
    contents += played.map { ($0.seconds, .message($0.value)) }
    let song = Song(
      sorting: contents, by: TempoPositions(tempi, first: first), duration: file.duration, bars: .common)
    return (song, others.map(\.value))
  }
}

extension RecordedTake {
  /// Sets the widgets to their values before the first note.
  ///
  /// - Parameter withTransport: whether those of the transport, too, for a take that moves it.
  package func restore(_ widgets: WidgetSet, withTransport: Bool) {
    for state in states where !["engine.running", "recording"].contains(state.name) {
      if withTransport || !state.name.isOfTransport { widgets[state.name]?.set(state.value) }
    }
  }
}

extension RecordedTake.Action {
  /// Whether it moves what a song that plays moves itself, or what is not part of the music.
  fileprivate var movesTransport: Bool {
    guard case .move(let name, _) = self else { return false }
    return name.isTempo || name.isOfTransport || ["engine.running", "recording"].contains(name)
  }

  /// Does what was done when the take was played.
  package func play(on performer: Performer, at time: HostTime) {
    switch self {
    case .move(let name, let value):
      performer.instrument.widgets[name]?.set(value)
      performer.applySessionWidgets(at: time)
    case .touch(let touch, let source, let part):
      performer.take(FingerInput(touch, part: part), from: source, at: time)
    }
  }
}

extension String {
  fileprivate var isOfTransport: Bool { self == "clock.running" || hasPrefix("song.") }
  fileprivate var isTempo: Bool { self == "clock.tempo" || hasSuffix("/clock.tempo") }
}
