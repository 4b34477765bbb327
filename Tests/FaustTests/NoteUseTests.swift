import SpinetEngine
import SpinetWidgets
import Testing

@testable import SpinetFaust

/// Which programs are instruments, and what notes do in each.
struct NoteUseTests {
  private static let gate = "button(\"gate\")"
  private static let freq = "hslider(\"freq\",440,20,2000,0.01)"

  @Test(arguments: [
    ("process = \(gate) * \(freq);", 16),
    ("process = \(gate) * hslider(\"key\",60,0,127,1);", 16),
    ("declare options \"[nvoices:4]\"; process = \(gate);", 4),
    ("declare options \"[nvoices:0]\"; process = \(gate) * \(freq);", 1),
    ("process = \(gate);", 16),
    ("process = checkbox(\"gate\");", 16),
    ("process = _ * hslider(\"gate\",-40,-90,0,1);", 1),
    ("process = _ * \(freq);", 1),
  ])
  func `A program has voices if it is an instrument and does not declare none`(text: String, voices: Int)
    throws
  {
    #expect(try FaustRig(text).player.voiceCapacity == voices)
  }

  @Test(arguments: ["freq", "key", "pressure", "velocity", "gain"])
  func `In a program that is no instrument, notes leave controls with such names alone`(label: String) throws
  {
    let rig = try FaustRig("process = hslider(\"\(label)\",0.25,0,0.5,0.01);")
    rig.start(0, hertz: 880)
    rig.send([.set(VoiceNumber(0), .pressure, 1)])
    #expect(rig.render(64).left.allSatisfy { $0 == 0.25 })
    #expect(rig.program.widgets.map(\.name) == [label])
  }

  @Test func `The threshold of a noise gate is a widget`() throws {
    let rig = try FaustRig("process = hslider(\"gate\",-40,-90,0,1);")
    rig.start(0, hertz: 880)
    #expect(rig.render(64).left.allSatisfy { $0 == -40 })
  }

  @Test func `Notes set the one instance of a mono instrument`() throws {
    let rig = try FaustRig("declare options \"[nvoices:0]\"; process = \(Self.freq) * \(Self.gate);")
    rig.start(0, hertz: 880)
    #expect(rig.render(64).left.last == 880)
  }

  @Test func `What notes set stays in its range, and a key keeps its pitch`() throws {
    let rig = try FaustRig(
      """
      process = hslider("freq",440,20,500,1) * button("gate"), hslider("pressure",0.25,0,0.5,0.01);
      """)
    rig.start(0, hertz: 880)
    rig.send([.set(VoiceNumber(0), .pressure, 1)])
    let sound = rig.render(64)
    #expect(sound.left.last == 880)
    #expect(sound.right.last == 0.5)
  }

  @Test func `A default beside the steps is the default`() throws {
    let rig = try FaustRig("process = nentry(\"level\",0.25,0,1,0.1);")
    #expect(rig.player.widgets.first?.value == 0.25)
    #expect(rig.render(64).left.last == 0.25)
  }

  @Test func `A voice that never falls quite silent ends half a second after its release`() throws {
    let rig = try FaustRig(
      """
      import("stdfaust.lib");
      process = os.osc(hslider("freq",440,20,9999,0.01)) * max(button("gate"), 0.0003);
      """)
    rig.start(0, hertz: 440)
    _ = rig.render(4800)
    rig.release(0)
    _ = rig.render(23_000)
    #expect(rig.ended.isEmpty)
    _ = rig.render(2000)
    #expect(rig.ended == [VoiceNumber(0)])
    #expect(rig.render(9600).left.suffix(4800).allSatisfy { $0 == 0 })
  }
}
