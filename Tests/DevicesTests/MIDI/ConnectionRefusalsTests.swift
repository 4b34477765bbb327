import Glibc
import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetDevices

private func port(_ number: UInt8, receives: Bool = true) -> MIDIPort {
  MIDIPort(
    id: PortID(client: number, port: 0), client: "Keys", name: "Keys MIDI 1", address: "\(number):0",
    isHardware: true, sends: true, receives: receives)
}

@Test func `A refused connection is told once for each port, until it is plugged in again`() {
  var refusals = ConnectionRefusals<PortID>()
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

/// A sequencer that answers as it is told to.
private struct ScriptedSequencer: PortSubscribing {
  var answer: Int32 = 0
  var lampAnswer: Int32 = 0
  var isSubscribed = false
  var isThere = true

  func subscribe(to sender: PortID) -> Int32 { answer }
  func subscribe(lampsOf receiver: PortID) -> Int32 { lampAnswer }
  func isSubscribed(to sender: PortID) -> Bool { isSubscribed }
  func isSubscribed(by receiver: PortID) -> Bool { isSubscribed }
  func hasPort(_ id: PortID) -> Bool { isThere }
}

struct PortConnectorTests {
  private var connector = PortConnector()

  private mutating func told(_ sequencer: ScriptedSequencer, receives: Bool = true) -> [String] {
    var told: [String] = []
    connector.connect(port(20, receives: receives), by: sequencer) { event in
      guard case .refused(let error) = event else { return told.append("\(event)") }
      told.append(error.why)
    }
    return told
  }

  @Test mutating func `A port that refuses to be connected is told`() {
    let refusing = ScriptedSequencer(answer: -EBUSY, lampAnswer: -EBUSY)
    #expect(told(refusing) == ["connect: Device or resource busy"])
    #expect(told(refusing) == [])
    connector.keep { _ in false }
    #expect(told(refusing) == ["connect: Device or resource busy"])
  }

  @Test mutating func `A port that only refuses its lamps is told`() {
    let refusing = ScriptedSequencer(lampAnswer: -EPERM)
    #expect(told(refusing, receives: false) == [])
    #expect(told(refusing) == ["connect its lamps: Operation not permitted"])
  }

  @Test mutating func `Nothing is told of a port that is connected, or already was, or has gone`() {
    #expect(told(ScriptedSequencer()) == [])
    #expect(told(ScriptedSequencer(answer: -EBUSY, lampAnswer: -EBUSY, isSubscribed: true)) == [])
    #expect(told(ScriptedSequencer(answer: -EINVAL, lampAnswer: -EINVAL, isThere: false)) == [])
  }
}
