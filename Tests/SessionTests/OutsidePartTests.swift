import Logging
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

private func channel(_ number: Int) -> Channel { Channel(status: UInt8(number - 1)) }

struct OutsidePartTests {
  private static let lead = "parts:\n  lead: {sound: {midi: \"Prophet*\", channel: 3}}\n"

  @Test func `What is played reaches the instrument on its channel, as it is`() throws {
    let rig = try OutsideRig(Self.lead)
    #expect(try rig.take(0x90, 60, 100) == ["Prophet 923C64"])
    #expect(try rig.take(0xA0, 60, 7) == ["Prophet A23C07"])
    #expect(try rig.take(0x80, 60, 33) == ["Prophet 823C21"])
    #expect(try rig.take(0xB0, 64, 127) == ["Prophet B2407F"])
    #expect(try rig.take(0xB0, 64, 0) == ["Prophet B24000"])
    #expect(try rig.take(0xE5, 1, 2) == ["Prophet E20102"])
    #expect(try rig.take(0xD0, 5) == ["Prophet D205"])
    #expect(try rig.take(0xC0, 5) == ["Prophet C205"])
    #expect(try rig.take(0xF8) == [] && rig.take(0xFA) == [])
  }

  @Test func `Keys, velocities and transposition choose what it plays`() throws {
    let rig = try OutsideRig(
      """
      parts:
        lead: {sound: {midi: Prophet, channel: 3}, keys: C4.., transpose: -12, velocities: 20..}
        pad: {sound: {midi: Juno}, keys: ..B3, channels: 2}
      """)
    #expect(try rig.take(0x90, 60, 100) == ["Prophet 923064"])
    #expect(try rig.take(0x80, 60, 0) == ["Prophet 823000"])
    #expect(try rig.take(0x90, 60, 19) == [] && rig.take(0x90, 50, 100) == [])
    #expect(try rig.take(0x91, 50, 100) == ["Juno 913264"])
    #expect(try rig.take(0x81, 50, 0) == ["Juno 813200"])
    #expect(try rig.set("keyboard.octave", 1) == [])
    #expect(try rig.take(0x90, 60, 100) == ["Prophet 923C64"])
    _ = try rig.set("keyboard.octave", 0)
    #expect(try rig.take(0x80, 60, 0) == ["Prophet 823C00"])
  }

  @Test func `A key that two controllers hold ends when both have let it go`() throws {
    let rig = try OutsideRig(Self.lead)
    #expect(try rig.take(0x90, 60, 100).count == 1)
    #expect(try rig.take(0x95, 60, 90, from: 2) == ["Prophet 923C5A"])
    #expect(try rig.take(0x80, 60, 0) == [])
    rig.performer.portLeft(PortID(rawValue: 2), at: rig.now)
    #expect(rig.instruments.popSent() == ["Prophet 823C40"])
  }

  @Test func `A controller that leaves ends its notes and pedals`() throws {
    let rig = try OutsideRig(Self.lead)
    try rig.take(0x90, 60, 100)
    try rig.take(0xB0, 64, 127)
    try rig.take(0xE0, 0, 0)
    rig.performer.portLeft(PortID(rawValue: 1), at: rig.now)
    #expect(rig.instruments.popSent() == ["Prophet 823C40", "Prophet B24000", "Prophet E20040"])
  }

  @Test func `Messages are filtered and changed`() throws {
    let rig = try OutsideRig(
      "parts:\n  a: {sound: {midi: Juno}, thru: {cc 1: cc 74, cc 64: off, bend: off, program: off}}")
    #expect(try rig.take(0xB4, 1, 9) == ["Juno B44A09"])
    #expect(try rig.take(0xB0, 64, 127) == [] && rig.take(0xE0, 0, 0) == [] && rig.take(0xC0, 1) == [])
    #expect(try rig.take(0xB0, 65, 127) == ["Juno B0417F"])
  }

  @Test func `An arpeggio plays on the instrument, in time, and every note of it ends`() throws {
    let rig = try OutsideRig(
      """
      parts:
        lead: {sound: {midi: Prophet, channel: 3}, arp: {mode: up, rate: 1/16, gate: 50}}
      """)
    var sent = try rig.take(0x90, 60, 100) + rig.take(0x90, 64, 100)
    rig.turn(milliseconds: 1000)
    sent += rig.instruments.popSent()
    // 120 to the minute: eight steps a second.
    #expect((7...9).contains(sent.count { $0.hasPrefix("Prophet 92") }), "\(sent)")
    #expect(sent.contains("Prophet 923C64") && sent.contains("Prophet 924064"))
    sent += try rig.take(0x80, 60, 0) + rig.take(0x80, 64, 0)
    rig.turn(milliseconds: 500)
    let all = sent + rig.instruments.popSent()
    #expect(all.count { $0.hasPrefix("Prophet 92") } == all.count { $0.hasPrefix("Prophet 82") })
    #expect(all.allSatisfy { $0.hasPrefix("Prophet 92") || $0.hasPrefix("Prophet 82") }, "\(all)")
  }

  @Test func `A chord leaves on the channel on which its key was played`() throws {
    let rig = try OutsideRig("parts:\n  a: {sound: {midi: Juno}, chord: major}")
    #expect(Set(try rig.take(0x94, 60, 100)) == ["Juno 943C64", "Juno 944064", "Juno 944364"])
    #expect(Set(try rig.take(0x84, 60, 0)) == ["Juno 843C40", "Juno 844040", "Juno 844340"])
  }

  @Test func `Its controls are widgets, sent when they are moved, by a mapping too`() throws {
    let rig = try OutsideRig(
      """
      parts:
        lead:
          sound: {midi: Prophet, channel: 3}
          controls: {cutoff: cc 74, detune: cc14 2, attack: nrpn 300, patch: program}
          set: {attack: 8193}
      """, map: "cc 20: cutoff")
    rig.turn(milliseconds: 20)
    #expect(rig.instruments.popSent() == ["B26302", "B2622C", "B20640", "B22601"].map { "Prophet \($0)" })
    #expect(try rig.set("lead/cutoff", 99) == ["Prophet B24A63"])
    #expect(try rig.set("detune", 16383) == ["Prophet B2027F", "Prophet B2227F"])
    #expect(try rig.set("patch", 128) == ["Prophet C27F"])
    #expect(try rig.take(0xB0, 20, 127) == ["Prophet B24A7F"])
    #expect(rig.performer.instrument.widgets["part.level"] == nil)
  }

  @Test func `Mute ends what sounds, and solo of another part too`() throws {
    let rig = try OutsideRig(Self.lead + "  pad: {sound: {midi: Juno, channel: 1}, channels: 2}\n  own: wool")
    try rig.take(0x90, 60, 100)
    #expect(try rig.set("lead/part.mute", 1) == ["Prophet 823C40"])
    #expect(try rig.take(0x90, 62, 100) == [])
    #expect(try rig.set("lead/part.mute", 0) == [])
    #expect(try rig.take(0x90, 64, 100) == ["Prophet 924064"])
    #expect(try rig.set("own/part.solo", 1) == ["Prophet 824040"])
    #expect(try rig.set("own/part.solo", 0) == [] && rig.set("lead/part.solo", 1) == [])
    #expect(try rig.take(0x90, 65, 100) == ["Prophet 924164"])
    #expect(try rig.take(0x91, 65, 100) == ["Prophet 924164"])
  }

  @Test func `A port that is not there is waited for, and gets its program first`() throws {
    let rig = try OutsideRig(
      """
      parts:
        lead: {sound: {midi: "Prophet*", channel: 3, bank: 1, program: 12}, controls: {cutoff: cc 74}}
      """, instruments: [])
    #expect(try rig.take(0x90, 60, 100) == [] && rig.set("cutoff", 9) == [])
    #expect(
      rig.plug("Prophet") == ["B20000", "B22001", "C20B", "B24A09"].map { "Prophet \($0)" })
    #expect(try rig.take(0x80, 60, 0) == [])
    try rig.take(0x90, 70, 100)
    rig.pull("Prophet")
    #expect(try rig.take(0x80, 70, 0) == [])
    #expect(
      rig.plug("Prophet") == ["824640", "B20000", "B22001", "C20B", "B24A09"].map { "Prophet \($0)" })
    #expect(rig.instruments.opened.count == 2)
  }

  @Test func `A screen tells which instrument plays a part, and whether it is waited for`() throws {
    let rig = try OutsideRig(
      """
      parts:
        lead: {sound: {midi: "Prophet*", channel: 3}}
        pad: {sound: own}
        drums: {sound: {midi: Juno}}
      """, instruments: ["Juno"])
    func told() -> [String] {
      rig.performer.soundView.outside.map { instrument in
        guard let instrument else { return "own" }
        return "\(instrument.port) \(instrument.channel ?? 0) \(instrument.isWaiting ? "waits" : "plays")"
      }
    }
    #expect(told() == ["Prophet* 3 waits", "own", "Juno 0 plays"])
    let before = rig.performer.outside?.portChangeCount
    _ = rig.plug("Prophet")
    #expect(told() == ["Prophet* 3 plays", "own", "Juno 0 plays"])
    #expect(rig.performer.outside?.portChangeCount != before)
    rig.pull("Juno")
    #expect(told() == ["Prophet* 3 plays", "own", "Juno 0 waits"])
  }

  @Test func `Scenes send their messages once, in order, and at the speed of a cable`() throws {
    let rig = try OutsideRig(
      Self.lead + """
        scenes:
          one: {send: [{to: lead, program: 1}, {to: Juno, cc 20: 1}]}
          two: {parts: [lead], send: [{to: lead, program: 2, cc 7: 99, sysex: F0 01 02 F7}]}
          three: {send: [{to: Juno, transport: stop}]}
        """)
    rig.turn(milliseconds: 20)
    #expect(Set(rig.instruments.popSent()) == ["Prophet C200", "Juno B01401"])
    #expect(try rig.set("scene", 1) == ["Prophet C201", "Prophet B20763", "Prophet F00102F7"])
    #expect(try rig.set("scene", 1) == [])
    try #require(rig.performer.instrument.scene).set(0)
    rig.performer.applySessionWidgets(at: rig.now)
    #expect(Set(rig.instruments.popSent()) == ["Prophet C200", "Juno B01401"])
    #expect(try rig.set("scene", 2) == ["Juno FC"])
    // It chooses a scene, and is not passed on.
    #expect(try rig.take(0xC0, 1) == ["Prophet C201"])
  }

  @Test func `Two names of one port share its cable, and no message gets into another's system exclusive`()
    throws
  {
    let dump = "F0 " + [String](repeating: "01", count: 60).joined(separator: " ") + " F7"
    let rig = try OutsideRig(
      """
      parts:
        lead: {sound: {midi: "Prophet*", channel: 3}}
        bass: {sound: {midi: Prophet, channel: 4}}
      scenes:
        one: [lead, bass]
        two: {parts: [lead, bass], send: [{to: lead, sysex: \(dump)}, {to: bass, cc 20: 1, cc 21: 2}]}
      """)
    _ = rig.instruments.popSent()
    try #require(rig.performer.instrument.scene).set(1)
    rig.performer.applySessionWidgets(at: rig.now)
    rig.turn(milliseconds: 3)
    var sent = rig.instruments.popSent()
    #expect(sent.contains { $0.contains("F001") }, "\(sent)")
    // It is played while the dump is on the cable.
    #expect(try rig.take(0x90, 60, 100) == [])
    rig.turn(milliseconds: 40)
    sent += rig.instruments.popSent()
    let bytes = sent.map { $0.dropFirst("Prophet ".count) }.joined()
    let whole = dump.filter { $0 != " " }
    #expect(bytes.contains(whole), "\(sent)")
    #expect(Set(["923C64", "933C64"].filter(bytes.contains)).count == 2, "\(sent)")
  }

  @Test func `A held note ends in the scene in which it is let go, and after its stage was edited`() throws {
    let rig = try OutsideRig(Self.lead + "  pad: {sound: {midi: Juno}}\nscenes: {a: [lead], b: [pad]}")
    try rig.take(0x90, 60, 100)
    _ = try rig.set("scene", 1)
    #expect(try rig.take(0x90, 62, 100) == ["Juno 903E64"])
    try rig.change(to: Self.lead.replacing("3", with: "5") + "  pad: {sound: {midi: Juno, channel: 9}}")
    #expect(rig.instruments.popSent() == [])
    #expect(rig.performer.isAnyLeaving)
    #expect(try rig.take(0x80, 60, 0) == ["Prophet 823C00"])
    #expect(try rig.take(0x80, 62, 0) == ["Juno 803E00"])
    rig.turn(milliseconds: 5)
    #expect(!rig.performer.isAnyLeaving)
    #expect(try rig.take(0x90, 60, 100) == ["Prophet 943C64", "Juno 983C64"])
  }

  @Test func `A panic ends everything`() throws {
    let rig = try OutsideRig(Self.lead)
    try rig.take(0x90, 60, 100)
    rig.performer.silence(at: rig.now)
    #expect(rig.instruments.popSent() == ["823C40", "B27B00", "B27800"].map { "Prophet \($0)" })
  }

  @Test func `It plays whether the engine runs or not, and needs no place in the mix`() throws {
    let rig = try OutsideRig(Self.lead + "  own: wool")
    try rig.take(0x90, 60, 100)
    let ends = ControlEnds()
    try rig.performer.instrument.engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ends.link)
    rig.performer.attach(ends, at: rig.now)
    rig.performer.attach(nil, at: rig.now)
    #expect(rig.instruments.popSent() == [])
    #expect(try rig.take(0x80, 60, 0) == ["Prophet 823C00"])
    #expect(rig.performer.instrument.mixer?.contains(rig.performer.players[0].number) == false)
  }

  @Test func `A note of a command ends at its time, whatever happens to engine and stage, and once`() throws {
    let rig = try OutsideRig(Self.lead + "  own: wool")
    let note = CommandNote(key: 60, velocity: 90, channel: channel(1), seconds: 1)
    func play() -> [String] {
      rig.performer.play(note, of: ClientID(number: 7), at: rig.now)
      rig.turn()
      return rig.instruments.popSent()
    }
    #expect(play() == ["Prophet 923C5A"])
    let ends = ControlEnds()
    try rig.performer.instrument.engine.prepare(framesPerSecond: 48_000, largestBlock: 64, link: ends.link)
    rig.performer.attach(ends, at: rig.now)
    rig.performer.attach(nil, at: rig.now)
    try rig.change(to: Self.lead.replacing("3", with: "5"))
    #expect(rig.instruments.popSent() == [])
    rig.turn(milliseconds: 1000)
    #expect(rig.instruments.popSent() == ["Prophet 823C00"])

    #expect(play() == ["Prophet 943C5A"])
    rig.performer.silence(at: rig.now)
    #expect(rig.instruments.popSent() == ["843C40", "B47B00", "B47800"].map { "Prophet \($0)" })
    rig.turn(milliseconds: 1000)
    #expect(rig.instruments.popSent() == [])
  }
}
