import SpinetLibrary
import SpinetRealtime
import SpinetTime
import SpinetWidgets

extension RequestHandler {
  /// Moves the widgets of the song, and returns them.
  func carryOut(_ verb: SongVerb) throws(SpinetError) -> [Widget] {
    guard let song = performer.song else {
      throw SpinetError(
        .notApplicable, what: instrument.name, why: "no song plays beside it",
        remedy: "start it with a MIDI file")
    }
    let (widgets, bars) = (song.widgets, song.player.song.bars)
    switch verb {
    case .play: widgets.playing.set(1)
    case .stop: widgets.playing.set(0)
    case .locate(let bar): widgets.position.set(bars.position(ofBar: bar).quarters)
    case .loop(let looped):
      if let looped {
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
  /// Goes forward or back in the set list, and returns the widget that chooses the song.
  func step(by count: Int) throws(SpinetError) -> Widget {
    guard let setList else {
      throw SpinetError(
        .notApplicable, what: instrument.name, why: "no set list plays", remedy: "start it with a set list")
    }
    setList.step(by: count)
    return setList.list.widget
  }
}
