import Glibc
import Logging
import SpinetDevices
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import Testing

@testable import SpinetSession

// Program changes that come faster than engines are made ready.
@Suite struct ProgramBurstTests {
  private func session() throws -> LiveSession {
    var options = PlayOptions()
    (options.midi, options.pcm, options.state) = (.none, "none", .none)
    options.tag = "burst \(getpid())"
    options.journalBytes = nil
    return try LiveSession(options: options, logger: Logger(label: "test"))
  }

  @Test func `Every note has the sound of the program change before it, without a moment to load`() throws {
    let session = try session()
    session.sounds.take(try ProgramTable(Catalog(environment: [:])))
    try session.output.start()
    session.performer.portAppeared(Rig.port(PortID(rawValue: 1)))
    func take(_ message: MIDIMessage) {
      session.performer.take(message, from: PortID(rawValue: 1), at: .now) { _ in }
    }
    let channel = Channel(status: 0)
    var chosen: [String] = []
    // Organ, pluck, bass, horn, lead, pad.
    for (index, program) in ([16, 24, 33, 60, 82, 89] as [UInt8]).enumerated() {
      take(.programChange(channel, program: program))
      take(.noteOn(channel, key: 60 + UInt8(index), velocity: 100))
      chosen.append(session.instrument.name)
    }
    #expect(Set(chosen).count == 6)
    let holding = session.performer.sounding.filter { $0.keyboard.heldNotes == 1 }.map(\.loaded.part.name)
    #expect(Set(holding) == Set(chosen))
    session.output.stop()
  }
}
