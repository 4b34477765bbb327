import SpinetDevices
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetWidgets

extension RecordedTake {
  /// The name for `spinet play`; nil for the default patch.
  var instrument: String? { sound.isEmpty ? nil : sound }

  /// Announces the names of the tracks' sources, for parts that listen only to some of them.
  func announce(to performer: Performer) {
    for (track, names) in names.sorted(by: { $0.key < $1.key }) {
      performer.portAppeared(
        MIDIPort(
          id: .track(track), client: names.first ?? "", name: names.count > 1 ? names[1] : "", address: "",
          isHardware: false, sends: true, receives: false))
    }
  }
}

extension RecordedTake {
  /// The tempo before the first note, in quarter notes a minute; nil if it is not known.
  var tempo: Double? { states.last { $0.name == "clock.tempo" }?.value }
}

extension Performer {
  /// Plays the song beside which a take was played, at the take's tempo. The take starts it.
  func playBeside(_ song: SongToPlay, tempo: Double?, at time: HostTime) {
    play(song, startsNow: false, at: time)
    if let tempo { setTempo(tempo, at: time) }
  }
}

extension PortID {
  /// The port of a track of a saved take.
  static func track(_ number: UInt16) -> PortID { PortID(rawValue: UInt32(number) + 1) }
}
