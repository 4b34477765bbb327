import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

@testable import SpinetSession

@Test func `The screen says what was moved, and which way to turn what waits`() {
  let message = AnyMIDIMessage.midi1(.controlChange(Channel(status: 0), controller: 74, value: 64))
  let cutoff = Widget("cutoff", range: 0...1000, default: 500, unit: "Hz")
  #expect(SessionStatusCollector.text(message, .moved(cutoff)) == "cc 74 ch 1 → cutoff 500 Hz")
  #expect(
    SessionStatusCollector.text(message, .waiting(cutoff, turn: .up)) == "cc 74 ch 1 → cutoff waits, turn up")
  #expect(
    SessionStatusCollector.text(message, .waiting(cutoff, turn: .down))
      == "cc 74 ch 1 → cutoff waits, turn down")
  #expect(SessionStatusCollector.text(message, .keyboard) == "cc 74 ch 1 64")
  let channel = Channel(status: 0)
  #expect(
    SessionStatusCollector.text(.midi1(.pitchBend(channel, value: 6144)), .keyboard) == "bend ch 1 -2048")
  #expect(
    SessionStatusCollector.text(.midi1(.programChange(channel, program: 5)), .chosen("warm-pad"))
      == "program ch 1 5 → warm-pad")
  #expect(
    SessionStatusCollector.text(.midi1(.noteOn(channel, key: 60, velocity: 9)), .keyboard) == "note C4 ch 1")
  #expect(
    SessionStatusCollector.text(.midi2(.notePitch(channel, key: 60, 0xC000_0000)), .keyboard)
      == "note C4 pitch ch 1 4096")
  #expect(SessionStatusCollector.text(message, .unmapped) == "cc 74 ch 1 → unmapped")
}
