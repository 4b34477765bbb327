import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

@testable import SpinetSession

@Test func `The screen says what was moved, and which way to turn what waits`() {
  let message = MIDIMessage.controlChange(Channel(status: 0), controller: 74, value: 64)
  let cutoff = Widget("cutoff", range: 0...1000, default: 500, unit: "Hz")
  #expect(SessionStatusCollector.text(message, .moved(cutoff)) == "cc 74 ch 1 → cutoff 500.0 Hz")
  #expect(
    SessionStatusCollector.text(message, .waiting(cutoff, turn: .up)) == "cc 74 ch 1 → cutoff waits, turn up")
  #expect(
    SessionStatusCollector.text(message, .waiting(cutoff, turn: .down))
      == "cc 74 ch 1 → cutoff waits, turn down")
  #expect(SessionStatusCollector.text(message, .keyboard) == "cc 74 ch 1")
  #expect(SessionStatusCollector.text(message, .unmapped) == "cc 74 ch 1 → unmapped")
}
