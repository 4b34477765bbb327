import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetTime
import SpinetWidgets

/// The transport, and the song that it plays.
extension Performer {
  /// Plays a song whenever the transport runs.
  ///
  /// - Parameter startsNow: whether the transport starts at once.
  package func play(_ source: SongToPlay, startsNow: Bool = true, at time: HostTime) {
    standAtBeginning(at: time)
    backing.song = PlayedSong(source.fitted(to: instrument))
    publish { $0.changed(song: source, of: instrument, at: time) }
    setTempo(ofSongAt: .zero, at: time)
    if startsNow { instrument.sessionWidgets.clockRunning.set(1) }
    followTransport(at: time)
  }

  /// Leaves the song. What it holds ends, and the transport stands at the beginning.
  func endSong(at time: HostTime) {
    guard backing.song != nil else { return }
    standAtBeginning(at: time)
    backing.song = nil
    publish { $0.changed(song: nil, of: instrument, at: time) }
  }

  /// Wherever a clock, or the song before, has left the transport.
  private func standAtBeginning(at time: HostTime) {
    if transport.isRunning { stopTransport(at: time) }
    ports.transport.move(to: .zero, at: time.nanoseconds)
    backing.song?.show(.zero)
  }

  /// Sets the tempo that something else than a person's hand asks for; a song plays in proportion.
  package func setTempo(_ quartersPerMinute: Double, at time: HostTime) {
    for index in instrument.tempos {
      instrument.widgets.all[index].set(quartersPerMinute)
    }
    followTempo(at: time)
    tempoIsPlayed()
  }

  private var transport: Transport { ports.transport.transport }

  /// When the song has something to do next; nil while it stands.
  var nextSongMoment: HostTime? {
    guard let song = backing.song, transport.isRunning else { return nil }
    return HostTime(nanoseconds: transport.clock.moment(of: song.player.nextPosition))
  }

  // MARK: The transport's widgets

  /// Follows `clock.running` and the song's widgets, which anything may have moved.
  ///
  /// What plays on the way follows them again; that waits until this is done.
  func followTransport(at time: HostTime) {
    guard !backing.isFollowing else { return }
    backing.isFollowing = true
    defer { backing.isFollowing = false }
    // A set list has the widgets of a song also while one without a file plays.
    if backing.song == nil { instrument.widgets["song.playing"]?.set(0) }
    let running = instrument.sessionWidgets.clockRunning
    let wanted = [running, backing.song?.widgets.playing].compactMap(\.self)
      .map { $0.value > 0 }.first { $0 != transport.isRunning }
    if let position = backing.song?.wantedPosition { locate(position, at: time) }
    // On the way, the song may have ended by itself.
    if let wanted, wanted != transport.isRunning {
      wanted ? startTransport(at: time) : stopTransport(at: time)
    }
    for message in backing.song?.followWidgets() ?? [] { perform(message, from: .song, at: time) }
  }

  private func startTransport(at time: HostTime) {
    playSteps(before: time)
    var position = transport.position(at: time.nanoseconds)
    if let song = backing.song, position >= song.player.song.length { position = .zero }
    position = max(position, .zero)
    let lead = bars.meter(at: position).bar * Int(instrument.sessionWidgets.metronome.countIn.value)
    setTempo(ofSongAt: position, at: time)
    ports.transport.start(from: position, after: lead, at: time.nanoseconds)
    backing.metronome.restart(at: position - lead, countingUntil: lead > .zero ? position : nil)
    backing.song?.show(position)
    transportChanged(at: time)
    goTo(position, at: time)
  }

  /// Ends what plays by itself, at the end of a render: the song, its loop, and the metronome.
  func endBacking(at time: HostTime) {
    if transport.isRunning { stopTransport(at: time) }
    instrument.sessionWidgets.metronome.isOn.set(0)
    followMetronome(at: time)
  }

  private func stopTransport(at time: HostTime) {
    playSteps(before: time)
    halt(at: time)
  }

  /// Stops, whatever has not been played yet.
  private func halt(at time: HostTime) {
    ports.transport.halt(at: time.nanoseconds)
    releaseSong(at: time)
    backing.metronome.restart(at: transport.clock.position(at: time.nanoseconds))
    transportChanged(at: time)
  }

  /// Moves to another position, running or not.
  private func locate(_ position: Ticks, at time: HostTime) {
    playSteps(before: time)
    move(to: position, at: time)
    if transport.isRunning { goTo(position, at: time) } else { backing.song?.player.locate(position) }
    guard let song = backing.song else { return }
    publish { $0.moved(song.widgets.position, at: time) }
    backing.song?.show(position)
  }

  private func move(to position: Ticks, at time: HostTime) {
    ports.transport.move(to: position, at: time.nanoseconds)
    backing.metronome.restart(at: transport.clock.position(at: time.nanoseconds))
    setTempo(ofSongAt: position, at: time)
    shareClock(at: time)
  }

  /// Shows what the transport does now on every widget that stands for it, at this moment, for those who keep it.
  private func transportChanged(at time: HostTime) {
    shareClock(at: time)
    showTransport()
    let moved = [
      backing.song?.widgets.position, instrument.sessionWidgets.clockRunning,
      backing.song?.widgets.playing,
    ]
    .compactMap(\.self)
    for widget in moved { publish { $0.moved(widget, at: time) } }
  }

  private func showTransport() {
    let value = transport.isRunning ? 1.0 : 0
    instrument.sessionWidgets.clockRunning.set(value)
    backing.song?.widgets.playing.set(value)
  }

  /// Shows where the song is, or where it stands, unless somebody is just moving it.
  func showSong(at time: HostTime) {
    guard backing.song?.wantedPosition == nil else { return }
    backing.song?.show(transport.position(at: time.nanoseconds))
  }

  /// Follows a transport that a MIDI clock has started, stopped or moved.
  func followClockedTransport(at time: HostTime) {
    let position = transport.position(at: time.nanoseconds)
    let wasRunning = instrument.sessionWidgets.clockRunning.value > 0
    let isMoved = ports.transport.popMove()
    if isMoved { backing.metronome.restart(at: position) }
    followMetronome(at: time)
    if wasRunning != transport.isRunning {
      showTransport()
      transport.isRunning ? goTo(position, at: time) : releaseSong(at: time)
    } else if transport.isRunning, let song = backing.song,
      isMoved || (position - song.player.cursor).magnitude > .quarter
    {
      goTo(position, at: time)
    }
  }

  // MARK: The song

  var bars: Bars { backing.song?.player.song.bars ?? .common }

  /// The song's tempo where it begins or goes on, unless a clock is followed.
  private func setTempo(ofSongAt position: Ticks, at time: HostTime) {
    guard let song = backing.song, !ports.transport.isFollowing else { return }
    setSong(song.tempo(at: position), at: time)
  }

  /// Sets a tempo that is the song's, not somebody's.
  private func setSong(_ new: Tempo, at time: HostTime) {
    backing.tempo.set(new.quartersPerMinute)
    tempoIsPlayed()
    let widgets = instrument.tempos.map { instrument.widgets.all[$0] }
    publish { $0.songSet(tempo: new.quartersPerMinute, on: widgets, at: time) }
    ports.transport.set(new, at: time.nanoseconds)
    shareClock(at: time)
  }

  /// Ends what the song holds, and goes on elsewhere, with the sounds and controllers of that place. At its end it stops.
  private func goTo(_ position: Ticks, at time: HostTime) {
    guard let song = backing.song else { return }
    if transport.isRunning, position >= song.player.song.length { return halt(at: time) }
    releaseSong(at: time)
    backing.song?.player.locate(position)
    for message in backing.song?.player.chase ?? [] where !leavesOut(message) {
      perform(message, from: .song, at: time)
    }
  }

  /// Whether a message of the song is a program change that must not choose a sound.
  private func leavesOut(_ message: MIDIMessage) -> Bool {
    guard case .programChange = message, let song = backing.song else { return false }
    return !song.changesSounds(of: instrument)
  }

  private func releaseSong(at time: HostTime) {
    guard backing.song != nil else { return }
    _ = backing.song?.player.releases()
    for player in sounding { player.release(port: .song, held) }
    held.forget(.song)
    flush(at: time)
    news.happened()
  }

  /// Plays what the song has at a moment.
  func playSong(at time: HostTime) {
    guard let end = backing.song?.player.end else { return }
    // What it plays may let somebody's hand move the transport.
    while let position = runningPosition(at: time),
      let content = backing.song?.player.pop(until: position)
    {
      play(content, at: time)
    }
    guard let position = runningPosition(at: time), position >= end else { return }
    if let loop = backing.song?.player.loop, end == loop.upperBound {
      repeatLoop(loop, at: time)
    } else {
      stopTransport(at: time)
    }
  }

  /// Nil while the song stands, or is counted in.
  private func runningPosition(at time: HostTime) -> Ticks? {
    transport.plays(at: time.nanoseconds) ? transport.position(at: time.nanoseconds) : nil
  }

  private func repeatLoop(_ loop: Range<Ticks>, at time: HostTime) {
    ports.transport.repeatLoop(loop, at: time.nanoseconds)
    backing.metronome.restart(at: loop.lowerBound)
    setTempo(ofSongAt: loop.lowerBound, at: time)
    shareClock(at: time)
    goTo(loop.lowerBound, at: time)
    playSong(at: time)
  }

  private func play(_ content: Song.Content, at time: HostTime) {
    guard let song = backing.song else { return }
    switch content {
    case .tempo(let tempo): if !ports.transport.isFollowing { setSong(song.scaled(tempo), at: time) }
    case .message(let message) where leavesOut(message): break
    case .message(let message):
      news.outcomes.removeAll(keepingCapacity: true)
      perform(message, from: .song, at: time)
      news.happened()
    case .exclusive(let payload): for player in sounding { _ = player.take(exclusive: payload, at: time) }
    case .action(let number): song.source.actions[number].play(on: self, at: time)
    }
  }

  /// Notes how far the song is, while it has nothing to play.
  func reachSong(at time: HostTime) {
    if let position = runningPosition(at: time) { backing.song?.player.reach(position) }
  }

  /// Goes on where the clock is, without what was missed, and in the loop if the song was in one.
  func skipSong(to time: HostTime) {
    guard let player = backing.song?.player, let position = runningPosition(at: time) else { return }
    if let loop = player.loop, player.end == loop.upperBound, position >= loop.upperBound {
      let beyond = (position - loop.upperBound).remainder(of: loop.upperBound - loop.lowerBound)
      move(to: loop.lowerBound + beyond, at: time)
    } else {
      setTempo(ofSongAt: position, at: time)
    }
    goTo(transport.position(at: time.nanoseconds), at: time)
  }
}

extension PortID {
  /// The port of the song that plays beside the keys.
  static let song = PortID(rawValue: .max - 2)
}
