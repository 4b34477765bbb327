import EngineRig
import Listening
import SpinetCsound
import SpinetEngine
import SpinetWidgets
import Testing

struct MIDITests {
  private static let orchestra = """
    massign 0, 1
    instr 1
    icps cpsmidi
    iamp ampmidi 0.5
    kcutoff ctrl7 1, 5, 0, 1
    kbend pchbend 0, 2
    asig poscil iamp * linsegr:k(1, 1, 1, 0.01, 0), icps * semitone(kbend)
    chnset kcutoff, "cutoff seen"
    outs asig, asig
    endin
    """

  @Test func `Notes, bends and controllers reach a file made for MIDI`() throws {
    let player = try Player(Self.orchestra, score: "")
    #expect(player.engine.noteInput == .midi)
    player.midi(0x90, 69, 127)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 440) < 1)
    player.midi(0xB0, 5, 127)
    player.midi(0xE0, 127, 127)
    _ = player.render(64)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 493.9) < 1)
    #expect(try player.required("cutoff seen").value == 1)
    player.midi(0x80, 69, 0)
    _ = player.render(4410)
    #expect(player.render(441).left.peak == 0)
  }

  @Test func `Silence lets go of every key`() throws {
    let player = try Player(Self.orchestra, score: "")
    for key in [60, 64, 67] as [UInt8] { player.midi(0x90, key, 100) }
    player.midi(0xB0, 64, 127)
    #expect(player.render(4410).left.peak > 0)
    player.send(.silence)
    _ = player.render(4410)
    #expect(player.render(441).left.peak == 0)
  }

  @Test(arguments: 1..<5) func `What comes after silence is heard, though it fades still`(blocks: Int)
    throws
  {
    let player = try Player(Self.orchestra, score: "")
    player.midi(0x90, 60, 100)
    _ = player.render(64 * 70, sizes: [64])
    player.send(.silence)
    _ = player.render(64 * blocks, sizes: [64])
    player.midi(0xB0, 5, 127)
    player.midi(0x90, 69, 127)
    _ = player.render(4410)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 440) < 1)
    #expect(try player.required("cutoff seen").value == 1)
    player.midi(0x80, 69, 0)
    _ = player.render(4410)
    #expect(player.render(441).left.peak == 0)
  }

  @Test func `Silence during a pause forgets keys and pedals, and nothing else`() throws {
    let player = try Player(Self.orchestra, score: "")
    _ = player.render(640)
    player.isActive = false
    player.midi(0xB0, 5, 127)
    player.midi(0x90, 60, 100)
    player.midi(0xB0, 64, 127)
    player.midi(0xE0, 127, 127)
    for _ in 0..<100 { player.send(.silence) }
    _ = player.render(640)
    #expect(player.link.waitingCommands == 0)
    player.isActive = true
    #expect(player.render(4410).left.peak == 0)
    player.midi(0x90, 69, 127)
    _ = player.render(4410)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 493.9) < 1)
    #expect(try player.required("cutoff seen").value == 1)
  }

  @Test(arguments: [
    ("instr 1\nendin", "", false), ("massign 0, 0\ninstr 1\nendin", "", false),
    ("instr 1\nkv ctrl7 1, 1, 0, 1\nendin", "", true), ("instr 1\nendin", "-M0", true),
    ("instr 1\nendin", "-odac --midi-key=4", true), ("instr 1 ; cpsmidi\nendin", "", false),
    ("instr 1\nendin", "-+rtmidi=alsaseq", true),
  ])
  func `What the file uses tells how it wants its notes`(
    orchestra: String, options: String, wantsMIDI: Bool
  ) throws {
    let document = try Player.document(orchestra, options: options)
    #expect((document.noteInput == .midi) == wantsMIDI)
  }

  @Test func `What is told counts more than what the file uses`() throws {
    let engine = try CsdEngine(Player.document(Self.orchestra), noteInput: .voices)
    #expect(engine.noteInput == .voices)
  }
}
