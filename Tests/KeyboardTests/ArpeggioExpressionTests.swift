import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

/// What the fingers of MPE controllers do to the notes of an arpeggio.
struct ArpeggioExpressionTests {
  @Test func `MPE notes keep their own bend in the arpeggio`() {
    var configuration = KeyboardConfiguration.midi
    configuration.zones.setLower(15)
    var rig = ArpeggioRig(.up, configuration: configuration)
    rig.send(0xE1, 0, 0x60)
    rig.send(0x91, 60, 100)
    let first = rig.rig.events.values(.bend)
    rig.send(0x92, 64, 100)
    rig.wait(until: 124)
    rig.advance(to: 125)
    #expect(first.allSatisfy { $0 > 1 })
    #expect(!first.isEmpty)
    #expect(rig.rig.events.values(.bend) == [1])
    #expect(rig.held == [64])
  }

  @Test(arguments: [true, false])
  func `A key that the latch or a pedal holds keeps what its finger did`(isLatched: Bool) {
    var configuration = KeyboardConfiguration.midi
    configuration.zones.setLower(15)
    var rig = ArpeggioRig(.up, configuration: configuration) { $0.arpeggio.latches = isLatched }
    if !isLatched { rig.send(0xB0, 64, 127) }
    rig.send(0xE1, 0, 0x60)
    rig.send(0xD1, 64)
    rig.send(0xB1, 74, 100)
    rig.send(0x91, 60, 100)
    let begun = rig.rig.events
    rig.send(0x81, 60, 0)
    // The next finger gets the channel, while the note sounds and between two of them.
    for bytes in [[0xE1, 0, 0x20], [0xD1, 5], [0xB1, 74, 1]] as [[UInt8]] {
      #expect(rig.rig.send(bytes).isEmpty)
    }
    rig.wait(until: 124)
    rig.advance(to: 125)
    #expect(rig.rig.events.values(.bend) == begun.values(.bend))
    #expect(rig.rig.events.values(.pressure) == begun.values(.pressure))
    #expect(rig.rig.events.values(.timbre) == begun.values(.timbre))
    // The zone bends it as any of its notes.
    rig.send(0xE0, 0, 0x60)
    #expect(rig.rig.events.values(.bend).allSatisfy { $0 > begun.values(.bend)[0] })
    #expect(rig.rig.events.values(.bend).count == 1)
  }
}
