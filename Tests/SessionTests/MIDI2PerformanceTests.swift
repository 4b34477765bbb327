import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

private let one = Channel(status: 0)

struct MIDI2PerformanceTests {
  private func strike(_ bits: UInt16) -> Strike { Strike(NoteVelocity(sixteenBits: bits)) }

  @Test func `An instrument outside hears what MIDI 1.0 can say, and its notes end`() throws {
    let rig = try OutsideRig("parts:\n  lead: {sound: {midi: \"Prophet*\", channel: 3}, transpose: 12}\n")
    #expect(rig.take(midi2: .noteOn(one, key: 60, strike(0xC924))) == ["Prophet 924864"])
    #expect(rig.take(midi2: .notePitch(one, key: 60, 0xC000_0000)) == [])
    #expect(rig.take(midi2: .pitchBend(one, 0x8000_0001)) == ["Prophet E20040"])
    #expect(rig.take(midi2: .controlChange(one, controller: 74, 0x8765_4321)) == ["Prophet B24A43"])
    #expect(rig.take(midi2: .noteOff(one, key: 60, velocity: 0x8000)) == ["Prophet 824840"])
  }

  @Test func `Sixteen bits of a velocity reach the voices`() throws {
    let rig = try Rig()
    var gains: [Double] = []
    for bits in [0xC900, 0xC9F0] as [UInt16] {
      rig.performer.take(midi2: .noteOn(one, key: 60, strike(bits)), from: rig.one, at: .now)
      rig.performer.take(midi2: .noteOff(one, key: 60, velocity: 0), from: rig.one, at: .now)
      gains += rig.commands().compactMap { command in
        if case .voice(.set(_, .gain, let gain)) = command { gain } else { nil }
      }
    }
    #expect(gains.count == 2 && gains[0] < gains[1] && gains[1] - gains[0] < 1 / 127.0)
  }

  @Test func `A mapped controller moves its widget by all of its bits`() throws {
    let rig = try Rig(map: "cc 74: {widget: osc.mix, range: [0, 1], curve: lin}")
    let widget = try #require(rig.widgets["osc.mix"])
    for value in [0x4000_0000, 0x4000_0100] as [UInt32] {
      rig.performer.take(midi2: .controlChange(one, controller: 74, value), from: rig.one, at: .now)
      #expect(abs(widget.value - Double(value) / Double(UInt32.max)) < 1e-9)
    }
  }

  @Test func `A bend of one note bends no other`() throws {
    let rig = try Rig()
    for key in [60, 64] as [UInt8] {
      rig.performer.take(midi2: .noteOn(one, key: key, strike(0x8000)), from: rig.one, at: .now)
    }
    _ = rig.commands()
    rig.performer.take(midi2: .notePitch(one, key: 64, 0x8555_5555), from: rig.one, at: .now)
    let bends = rig.commands().compactMap { action -> Double? in
      if case .voice(.set(_, .bend, let ratio)) = action { ratio } else { nil }
    }
    #expect(bends.count == 1 && abs((bends.first ?? 0) - 1.122462) < 1e-5)
  }
}
