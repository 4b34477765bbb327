import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// The messages that the article about keyboard files lists as not understood leave sound, widgets and keyboard as they
/// are.
struct UnheardMessageTests {
  @Test(
    arguments: [
      ("GM on", [0x7E, 0x7F, 9, 1]), ("GM off", [0x7E, 0x7F, 9, 2]), ("GM2 on", [0x7E, 0x7F, 9, 3]),
      ("GS reset", [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41]),
      ("XG reset", [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0]), ("master volume", [0x7F, 0x7F, 4, 1, 0, 0x20]),
    ] as [(String, [UInt8])])
  func `A reset or a volume by an exclusive message does nothing`(name: String, payload: [UInt8]) throws {
    try expectNothing { rig in
      rig.performer.take(exclusive: payload, from: rig.one, at: .now) {
        #expect("\($0)" == "unmapped", "\(name)")
      }
    }
  }

  @Test(arguments: [5, 65, 84] as [UInt8], [0, 64, 127] as [UInt8])
  func `Controllers of portamento do nothing of themselves`(controller: UInt8, value: UInt8) throws {
    try expectNothing { #expect($0.control(controller, value) == ["unmapped"]) }
  }

  /// Plays on two rigs, one of which takes the message in between.
  private func expectNothing(of take: (Rig) -> Void) throws {
    let rigs = [try Rig(), try Rig()]
    for rig in rigs {
      rig.control(Controller.sustain, 127)
      rig.control(74, 100)
      rig.noteOn(60)
      _ = rig.commands()
    }
    let before = rigs[0].widgets.snapshot()
    take(rigs[0])
    #expect(rigs[0].commands().isEmpty)
    #expect(rigs[0].widgets.snapshot() == before)
    let afterwards = rigs.map { rig in
      rig.noteOn(67)
      rig.noteOff(60)
      rig.control(Controller.sustain, 0)
      return rig.commands().map { "\($0)" }
    }
    #expect(!afterwards[0].isEmpty && afterwards[0] == afterwards[1])
  }
}
