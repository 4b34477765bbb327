import SpinetLibrary
import SpinetRealtime
import SpinetTime
import SpinetWidgets
import SystemPackage

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
    guard let setList = setLists?.run else { return reply.answer(.refused(noSetList)) }
    setList.step(by: count, answering(WaitingReply(reply)))
  }

  /// Plays a song of a set list, or ends the list. It is answered when the song plays, as a step is.
  func carryOut(_ verb: SetListVerb, _ reply: consuming Reply) {
    guard let setLists else { return reply.answer(.refused(noSetList)) }
    switch verb {
    case .play(let name?, let song) where setLists.file(of: name) != setLists.file:
      setLists.load(setLists.file(of: name).string, beginningWith: song, reply)
    case .play(_, let song):
      guard let run = setLists.run else { return reply.answer(.refused(noSetList)) }
      run.play(song, answering(WaitingReply(reply)))
    case .leave:
      setLists.leave(at: clock.now)
      reply.answer(.playing(instrument.name))
    }
  }

  private var noSetList: SpinetError {
    SpinetError(
      .notApplicable, what: instrument.name, why: "no set list plays", remedy: "start with a set list")
  }

  private func answering(_ reply: WaitingReply) -> SetListRun.Completion {
    { [unowned self] result in
      switch result {
      case .success(let widget): reply.answer(.widgets(table([widget])))
      case .failure(let error): reply.answer(.refused(error))
      }
    }
  }
}
