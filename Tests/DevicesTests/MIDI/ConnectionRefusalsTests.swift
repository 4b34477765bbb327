import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetDevices

@Test func `A refused connection is told once for each port, until it is plugged in again`() {
  var refusals = ConnectionRefusals<PortID>()
  func port(_ number: UInt8) -> MIDIPort {
    MIDIPort(
      id: PortID(client: number, port: 0), client: "Keys", name: "Keys MIDI 1", address: "\(number):0",
      isHardware: true, sends: true, receives: true)
  }
  func note(_ port: MIDIPort) -> String? {
    refusals.record(port.id, port, reason: "connect: Device or resource busy")?.description
  }
  let line =
    "MIDI port \"Keys\": connect: Device or resource busy; close the program that uses it, or plug it in again"
  #expect(note(port(20)) == line)
  #expect(note(port(20)) == nil)
  #expect(note(port(24)) == line)
  refusals.keep { $0 != port(20).id }
  #expect(note(port(24)) == nil)
  #expect(note(port(20)) == line)
}
