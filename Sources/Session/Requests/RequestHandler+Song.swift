import SpinetLibrary
import SpinetRealtime
import SpinetTime
import SpinetWidgets

extension RequestHandler {
  /// Moves the widgets of the song, and returns them.
  func carryOut(_ verb: SongVerb) throws(SpinetError) -> [Widget] {
    guard let song = performer.backing.song else {
      throw SpinetError(
        .notApplicable, what: instrument.name, why: "no song is there to play",
        remedy: "start with a MIDI file")
    }
    let (widgets, bars) = (song.widgets, song.player.song.bars)
    switch verb {
    case .play: widgets.playing.set(1)
    case .stop: widgets.playing.set(0)
    case .locate(let bar):
      try check(bar, of: song)
      widgets.position.set(bars.position(ofBar: bar).quarters)
    case .loop(let looped):
      if let looped {
        try check(looped.upperBound, of: song)
        widgets.loopStart.set(bars.position(ofBar: looped.lowerBound).quarters)
        widgets.loopEnd.set(bars.position(ofBar: looped.upperBound + 1).quarters)
      }
      widgets.loopOn.set(looped == nil ? 0 : 1)
    }
    performer.applySessionWidgets(at: clock.now)
    return widgets.all
  }
}

extension RequestHandler {
  /// Refuses a bar that the song does not have.
  private func check(_ bar: Int, of song: PlayedSong) throws(SpinetError) {
    let last = song.player.song.lastBar
    guard bar > last else { return }
    throw SpinetError(
      .wrongValue, what: "bar \(bar)", why: "\(song.source.name) ends with bar \(last)",
      remedy: "give a bar from 1 to \(last)")
  }

  /// Loads a sound, a stage or a set list. It is answered when it plays.
  func load(_ name: String, _ reply: consuming Reply) {
    if let setLists { setLists.load(name, reply) } else { sounds.order(.load(name, WaitingReply(reply))) }
  }

  /// Goes forward or back in the set list. It is answered when the song plays, with the widget that chooses it.
  func step(by count: Int, _ reply: consuming Reply) {
    guard let setList = setLists?.run else {
      reply.answer(
        .refused(
          SpinetError(
            .notApplicable, what: instrument.name, why: "no set list plays", remedy: "start with a set list"))
      )
      return
    }
    let waiting = WaitingReply(reply)
    setList.step(by: count) { [unowned self] result in
      switch result {
      case .success(let widget): waiting.answer(.widgets(table([widget])))
      case .failure(let error): waiting.answer(.refused(error))
      }
    }
  }
}
