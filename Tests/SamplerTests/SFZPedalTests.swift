import SpinetEngine
import SpinetRealtime
import Testing

@testable import SpinetSampler

/// Which pedals hold a region of an SFZ file.
struct SFZPedalTests {
  private typealias Rig = MultisampleRig

  @Test func `Which pedals hold a region is read`() throws {
    let text = """
      <region> sample=a.wav sustain_sw=on sostenuto_sw=1
      <region> sample=b.wav sustain_sw=off sostenuto_sw=0 sustain_cc=20 sustain_sw=maybe
      """
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    #expect(sfz.notes == ["a.sfz:2: sustain_sw=maybe is not a valid value and is left out"])
    #expect(sfz.regions[0].isSustained && sfz.regions[0].isSostenuto && !sfz.regions[0].hearsPedals)
    #expect(!sfz.regions[1].isSustained && !sfz.regions[1].isSostenuto && sfz.regions[1].hearsPedals)
    #expect(sfz.controllers.used.map(\.number) == [20])
  }

  /// What a note plays 0.1 s after its key was let go while pedals held it, and after they came up.
  private func heard(_ text: String, pedals: [Double]) throws -> [Float] {
    let rig = try Rig(text)
    rig.start()
    rig.render(4_800)
    var heard: [Float] = []
    for value in pedals {
      rig.send(.set(VoiceNumber(0), .pedals, value))
      heard.append(rig.render(4_800)[4_700])
    }
    rig.release()
    heard.append(rig.render(4_800)[4_700])
    return heard
  }

  @Test(arguments: [
    ("", 1.0, true), ("", 2, true), ("sustain_sw=off", 1, false), ("sustain_sw=off", 2, true),
    ("sustain_sw=off", 3, true), ("sostenuto_sw=off", 1, true), ("sostenuto_sw=off", 2, false),
    ("sustain_sw=off sostenuto_sw=off", 3, false),
  ])
  func `A pedal holds a region unless it may not`(opcodes: String, pedals: Double, isHeld: Bool) throws {
    let heard = try heard("<region> sample=a.wav \(opcodes)", pedals: [pedals])
    #expect(abs(heard[0] - (isHeld ? 0.1 : 0)) < 0.001 && heard[1] == 0, "\(heard)")
  }

  @Test func `A region ends when the last pedal that may hold it comes up`() throws {
    let heard = try heard("<region> sample=a.wav sustain_sw=off", pedals: [3, 1])
    #expect(abs(heard[0] - 0.1) < 0.001 && heard[1] == 0 && heard[2] == 0, "\(heard)")
  }

  @Test(arguments: [("trigger=release_key", true), ("trigger=release", false)])
  func `A release sample waits for the pedal, one of the key does not, and each plays once`(
    trigger: String, isAtKey: Bool
  ) throws {
    let heard = try heard(
      "<region> sample=a.wav volume=-100 <region> sample=a.wav loop_mode=one_shot \(trigger)", pedals: [1])
    #expect(abs(heard[0] - (isAtKey ? 0.1 : 0)) < 0.001 && abs(heard[1] - 0.1) < 0.001, "\(heard)")
  }

  @Test func `Another controller can be the sustain pedal of a region`() throws {
    let rig = try Rig(
      "<region> sample=a.wav sustain_cc=20 <region> sample=a.wav trigger=release sustain_cc=20 volume=-20")
    rig.move("cc20", to: 127)
    rig.start()
    rig.render(4_800)
    // MIDI's own pedal does not count.
    rig.send(.set(VoiceNumber(0), .pedals, 1))
    #expect(abs(rig.render(4_800)[4_700] - 0.1) < 0.001)
    rig.release()
    #expect(abs(rig.render(4_800)[4_700] - 0.1) < 0.001)
    rig.move("cc20", to: 0)
    #expect(abs(rig.render(4_800)[4_700] - 0.01) < 0.001)
    rig.start(serial: 2)
    rig.render(4_800)
    rig.release()
    #expect(rig.render(48_000)[47_000] < 0.05)
  }

  @Test(arguments: [
    ("sustain_lo=20", 30.0, true), ("sustain_lo=20", 10, false), ("sustain_lo=0.5", 0, false),
    ("sustain_lo=100", 99, false), ("sustain_lo=64", 127, false), ("sustain_lo=0", 0, false),
  ])
  func `A region's pedal is down from where it says`(opcode: String, value: Double, isHeld: Bool) throws {
    let rig = try Rig("<region> sample=a.wav \(opcode)")
    rig.move("cc64", to: value)
    rig.start()
    rig.render(4_800)
    rig.release()
    #expect(abs(rig.render(4_800)[4_700] - (isHeld ? 0.1 : 0)) < 0.001)
    rig.move("cc64", to: 0)
    #expect(rig.render(4_800)[4_700] == 0)
  }

  @Test func `Several pedals hold each their regions, up to five`() throws {
    let rig = try Rig(
      "<region> sample=a.wav sustain_cc=20 <region> sample=a.wav sustain_cc=20 sustain_lo=100 volume=6.0206")
    rig.move("cc20", to: 127)
    rig.start()
    rig.render(4_800)
    rig.release()
    let heard = [127.0, 80, 10].map {
      rig.move("cc20", to: $0)
      return rig.render(4_800)[4_700]
    }
    #expect(zip(heard, [0.3, 0.1, 0]).allSatisfy { abs($0 - $1) < 0.001 }, "\(heard)")
    let many = (1...6).map { "<region> sample=a.wav sustain_cc=\($0)" }.joined(separator: "\n")
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(many.utf8) }
    #expect(
      sfz.notes == ["a.sfz: it has 6 sustain pedals beside MIDI's; those after the first 5 are MIDI's"])
  }

  @Test func `A key that only a pedal holds is up for the keyswitches that want it down`() throws {
    let rig = try Rig("<region> sample=a.wav key=60 volume=-100 <region> sample=a.wav key=72 sw_down=60")
    rig.start(0, key: 60)
    rig.render(480)
    rig.start(1, key: 72, serial: 2)
    #expect(abs(rig.render(4_800)[4_700] - 0.1) < 0.001)
    rig.send(.set(VoiceNumber(0), .pedals, 1))
    rig.start(2, key: 72, serial: 3)
    #expect(abs(rig.render(4_800)[4_700] - 0.1) < 0.001)
  }
}
