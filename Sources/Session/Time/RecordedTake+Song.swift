import SpinetJournal
import SpinetMIDI
import SpinetMIDIFile
import SpinetTime
import SpinetWidgets

extension RecordedTake {
  /// The take as a song: its moves of the tempo are the song's tempi, so that it takes the time that it took.
  ///
  /// - Parameter beside: the song that played beside the hands; it plays where the take says that it did.
  func song(of file: StandardMIDIFile, beside: Song?) -> (Song, [Action]) {
    let tempi = actions.compactMap { action -> Timed<Double>? in
      switch action.value {
      case .move(let name, let value): name.isTempo ? Timed(value, at: action.seconds) : nil
      case .tempo(let value): Timed(value, at: action.seconds)
      case .touch: nil
      }
    }
    let first = states.last { $0.name.isTempo }.map { Tempo($0.value) } ?? .standard
    let positions = TempoPositions(tempi, first: first)
    let others = actions.filter { !$0.value.movesTransport }
    let played = zip(file.events, file.tracks).filter { !mappedTracks.contains($0.1) }.map(\.0)
    var contents: [(position: Ticks, content: Song.Content)] = [(.zero, .tempo(first))]
    func add(_ seconds: Double, _ content: Song.Content) {
      contents.append((positions.position(atSeconds: seconds), content))
    }
    for tempo in tempi { add(tempo.seconds, .tempo(Tempo(tempo.value))) }
    for exclusive in file.exclusives { add(exclusive.seconds, .exclusive(exclusive.value)) }
    for (index, action) in others.enumerated() { add(action.seconds, .action(index)) }
    if let beside {
      var accompaniment = Accompaniment(
        beside, of: self, ending: positions.position(atSeconds: file.duration))
      contents += accompaniment.play(actions.map { (positions.position(atSeconds: $0.seconds), $0.value) })
    }
    for event in played { add(event.seconds, .message(event.value)) }
    let sorted = contents.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }
    let song = Song(
      sorted.map { Song.Event($0.element.content, at: $0.element.position) },
      length: positions.position(atSeconds: file.duration), bars: beside?.bars ?? .common)
    return (song, others.map(\.value))
  }
}

/// The song beside the hands of a take, as the take's moves of the song's widgets played it.
private struct Accompaniment {
  private var player: SongPlayer
  private let widgets: SongWidgets
  private let end: Ticks
  private var isPlaying = false
  /// The position in the take up to which it has played.
  private var now = Ticks.zero
  private var played: [(position: Ticks, content: Song.Content)] = []

  init(_ song: Song, of take: RecordedTake, ending end: Ticks) {
    (player, widgets, self.end) = (SongPlayer(song), SongWidgets(of: song), end)
    for state in take.states { set(state.name, to: state.value) }
    player.locate(Ticks(quarters: widgets.position.value))
    follow()
  }

  private func set(_ name: String, to value: Double) {
    widgets.all.first { $0.name == name }?.set(value)
  }

  /// - Parameter moves: what the take moves, in order.
  mutating func play(
    _ moves: [(position: Ticks, action: RecordedTake.Action)]
  ) -> [(position: Ticks, content: Song.Content)] {
    for (position, action) in moves {
      guard case .move(let name, let value) = action, name.hasPrefix("song.") else { continue }
      play(until: position)
      set(name, to: value)
      if name == widgets.position.name { locate(Ticks(quarters: value)) }
      follow()
    }
    play(until: end)
    release()
    return played
  }

  private mutating func follow() {
    (player.loop, player.transpose) = (widgets.loop(in: player.song), Int(widgets.transpose.value))
    for (channel, widget) in widgets.parts { add(player.set(channel, isMuted: widget.value == 0)) }
    guard (widgets.playing.value > 0) != isPlaying else { return }
    isPlaying.toggle()
    if isPlaying { add(player.chase) } else { release() }
  }

  private mutating func locate(_ position: Ticks) {
    release()
    player.locate(position)
    if isPlaying { add(player.chase) }
  }

  private mutating func release() { add(player.releases()) }

  /// Plays up to a position in the take. At the end of the loop it goes back; at the end of the song it stands.
  private mutating func play(until position: Ticks) {
    while isPlaying, case let next = player.nextPosition, now + (next - player.cursor) <= position {
      now = max(now, now + (next - player.cursor))
      while let content = player.pop(until: next) { add(content) }
      guard next >= player.end else { continue }
      guard let loop = player.loop, next == loop.upperBound else { break }
      locate(loop.lowerBound)
    }
    if isPlaying, now < position { _ = player.pop(until: player.cursor + (position - now)) }
    now = position
  }

  /// The take has the tempi itself.
  private mutating func add(_ content: Song.Content) {
    if case .tempo = content { return }
    played.append((now, content))
  }

  private mutating func add(_ messages: [MIDIMessage]) { for message in messages { add(.message(message)) } }
}
