import SpinetKit
import SpinetSession
import SpinetWidgets

extension Stage {
  /// Spinet as a library, in somebody's own Swift program.
  func inAProgram() {
    scenario("A program's own widgets move by controller number, with no engine, until it closes MIDI in") {
      let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
      let manager = MidiWidgetsManager()
      try manager.add(cutoff, forControllerNumber: 5)
      try manager.openMidiIn(clientName: "Suite Widgets")
      // The subscription is made when the client is there; what comes before it is nobody's.
      try expect(
        soon { Sequencer.listing().contains("Suite Widgets") }, seen: Sequencer.listing(),
        expected: "Suite Widgets")
      try controller.send("90 05 64 80 05 00")
      try controller.send("B0 05 7F")
      try expect(soon { cutoff.value == 10_000 }, seen: "\(cutoff.value) Hz", expected: "10000 Hz")
      manager.closeMidiIn()
      try controller.send("B0 05 00")
      try expect(
        !soon(seconds: 0.5) { cutoff.value != 10_000 }, seen: "\(cutoff.value) Hz", expected: "10000 Hz still"
      )
    }
  }
}
