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

  /// Sets the widgets to their values before the first note.
  func restore(_ widgets: WidgetSet) {
    for state in states where !["engine.running", "recording"].contains(state.name) {
      widgets[state.name]?.set(state.value)
    }
  }

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

extension RecordedTake.Action {
  func play(on performer: Performer, at time: HostTime) {
    switch self {
    case .move(let name, let value):
      performer.instrument.widgets[name]?.set(value)
      performer.applySessionWidgets(at: time)
    case .touch(let touch, let source, let part):
      performer.take(FingerInput(touch, part: part), from: source, at: time)
    }
  }
}

extension PortID {
  /// The port of a track of a saved take.
  static func track(_ number: UInt16) -> PortID { PortID(rawValue: UInt32(number) + 1) }
}
