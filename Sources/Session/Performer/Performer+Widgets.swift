import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Widgets that the performer itself obeys.
extension Performer {
  /// Follows what the keys play, which anything may have moved. What was due before plays as it was.
  private func followNoteEffects(at time: HostTime) {
    guard players.contains(where: \.hasOtherNoteEffects) else { return }
    playSteps(before: time)
    for player in players { player.followNoteEffects(at: time) }
    flush(at: time)
  }

  /// Acts on `panic`, `keyboard.octave`, the clock, the song, `scene` and what the keys play, which anything may have moved.
  package func applySessionWidgets(at time: HostTime) {
    followTempo(at: time)
    followTransport(at: time)
    followMetronome(at: time)
    let octave = instrument.sessionWidgets.wholeOctave
    for player in players {
      player.octave = octave
      player.learnChord(held)
    }
    followNoteEffects(at: time)
    while instrument.sessionWidgets.panic.cell.popPress() { silence(at: time) }
    followStrips()
    followScene(at: time)
  }
}
