import SpinetDevices
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetStage
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
  /// The song that played beside the hands of a take; nil for none.
  let beside: StandardMIDIFile?
  package private(set) var song: Song
  package var widgets: SongWidgets
  private(set) var actions: [RecordedTake.Action]
  /// Nil for a song that is not a take.
  package let take: RecordedTake?
  /// Whether its program changes choose sounds; nil if they do in a stage file, and not in sounds that were named.
  package var changesSounds: Bool? = true
  /// The same for those of the song beside a take. A take's own are followed.
  package var besideChangesSounds: Bool? = true

  /// - Parameters:
  ///   - path: nil for a take of the journal.
  ///   - beside: the song that played beside the hands of a take; nil for none.
  package init(
    _ file: StandardMIDIFile, named name: String, at path: String?, beside: StandardMIDIFile? = nil
  ) {
    (self.name, self.file, contents, self.beside) = (name, path, file, beside)
    let take = RecordedTake(file)
    self.take = take
    if let take {
      (song, actions) = take.song(of: file, beside: beside?.song)
    } else {
      (song, actions) = (file.song, [])
    }
    widgets = SongWidgets(of: song)
  }

  /// Without the program changes of the song beside a take, if they choose no sounds in an instrument.
  func fitted(to instrument: LoadedInstrument) -> SongToPlay {
    guard let take, let beside, !(besideChangesSounds ?? (instrument.stage.file != nil)) else { return self }
    var fitted = self
    (fitted.song, fitted.actions) = take.song(of: contents, beside: beside.song.withoutPrograms)
    return fitted
  }
}

extension PlayOptions {
  /// Builds the instrument: the named one, or the parts that the song chooses itself.
  package func load(with loader: InstrumentLoader) throws(SpinetError) -> LoadedInstrument {
    if let setList { return try setList.loadFirst(with: loader) }
    let loaded = try loadSounds(with: loader)
    song?.take?.restore(loaded.widgets, withTransport: false)
    return loaded
  }

  private func loadSounds(with loader: InstrumentLoader) throws(SpinetError) -> LoadedInstrument {
    let chosen = song.flatMap { $0.take == nil ? $0.contents : $0.beside }
    guard let chosen, instrument == nil, chosen.choosesSounds else { return try loader.load(instrument) }
    let stage = try loader.load(
      generalMIDI: chosen, try ProgramTable(loader.library), font: .installed)
    return try LoadedInstrument(stage, sessionWidgets: SessionWidgets(sources: loader.sourceWidgets))
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
  var movesTransport: Bool {
    switch self {
    case .move(let name, _): name.isForHandsOnly
    case .tempo: true
    case .touch: false
    }
  }

  /// Does what was done when the take was played.
  package func play(on performer: Performer, at time: HostTime) {
    switch self {
    case .move(let name, let value):
      performer.instrument.widgets[name]?.set(value)
      performer.applySessionWidgets(at: time)
    // The song beside it sets it.
    case .tempo: break
    case .touch(let touch, let source, let part):
      performer.take(FingerInput(touch, part: part), from: source, isReplayed: true, at: time)
    }
  }
}

extension String {
  /// Whether a widget of this name moves what a song plays in: the transport, the tempo, the song itself, the set list, the
  /// engine, the recording. Only people and their controllers move those, not the controllers in a song.
  var isForHandsOnly: Bool {
    isTempo || isOfTransport
      || ["clock.tap", "clock.send", "engine.running", "recording", "setlist"].contains(self)
  }

  fileprivate var isOfTransport: Bool { self == "clock.running" || hasPrefix("song.") }
  var isTempo: Bool { self == "clock.tempo" || hasSuffix("/clock.tempo") }
}
