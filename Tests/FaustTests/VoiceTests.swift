import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Testing

/// How voices begin, sound, end and yield.
struct VoiceTests {
  /// A sine without an envelope of its own.
  private static let sine = """
    import("stdfaust.lib");
    process = os.osc(hslider("freq",440,20,9999,0.01)) * hslider("gain",1,0,1,0.01) * button("gate");
    """

  /// A sine that rings for half a second or so.
  private static let bell = """
    import("stdfaust.lib");
    process = os.osc(hslider("freq",440,20,9999,0.01)) * en.adsr(0.001,0.01,1,1,button("gate"));
    """

  @Test(arguments: [110.0, 440.0, 1234.5]) func `A voice has its pitch`(hertz: Double) throws {
    let rig = try FaustRig(Self.sine)
    rig.start(3, hertz: hertz)
    let sound = rig.render(24_000)
    #expect(abs(sound.left.hertz() - hertz) < 0.5)
    #expect(sound.left == sound.right)
  }

  @Test func `Nothing sounds before a note, and a bend is a ratio or semitones as the program has it`() throws
  {
    for (bend, factor) in [
      ("hslider(\"bend\",1,0,10,0.01)", 1.0), ("ba.semi2ratio(hslider(\"bend\",0,-2,2,0.01))", 1),
    ] {
      let rig = try FaustRig(
        """
        import("stdfaust.lib");
        process = os.osc(hslider("freq",440,20,9999,0.01) * \(bend)) * button("gate");
        """)
      #expect(rig.render(4800).left.peak == 0)
      rig.start(0, hertz: 500)
      #expect(abs(rig.render(24_000).left.hertz() - 500 * factor) < 0.5)
      rig.send([.set(VoiceNumber(0), .bend, 1.1)])
      #expect(abs(rig.render(24_000).left.hertz() - 550) < 0.5)
    }
  }

  @Test func `Events fall on their frames, whatever the blocks`() throws {
    var sounds: [[Float]] = []
    for block in [1, 7, 64, 1024] {
      let rig = try FaustRig(Self.bell)
      rig.start(0, hertz: 440, at: 1001)
      rig.start(1, hertz: 660, at: 3003)
      rig.release(0, at: 5005)
      sounds.append(rig.render(9000, block: block).left)
    }
    #expect(sounds[0].prefix(1001).allSatisfy { $0 == 0 })
    #expect(sounds[0].dropFirst(1001).prefix(20).contains { $0 != 0 })
    let isSame = sounds.allSatisfy { $0 == sounds[0] }
    #expect(isSame)
  }

  @Test func `Voices that end, fade and begin anew and an effect that sleeps do so on their frames`() throws {
    var sounds: [[Float]] = []
    for block in [64, 37, 1024] {
      let rig = try FaustRig(Self.bell + "\neffect = *(1 + os.osc(3)) : + ~ (@(999) : *(0.5));")
      for turn in 0..<3 {
        let frame = Int64(turn * 200_000)
        rig.start(0, hertz: 440, at: frame + 100)
        rig.send([.steal(VoiceNumber(0))], at: frame + 5000)
        rig.start(0, hertz: 660, serial: 2, at: frame + 5000)
        rig.release(0, at: frame + 7007)
      }
      sounds.append(rig.render(500_000, block: block).left)
    }
    // Compared outside, for telling how long sounds differ would take for ever.
    let isSame = sounds.allSatisfy { $0 == sounds[0] }
    #expect(isSame)
    #expect(sounds[0].dropFirst(399_000).prefix(1000).allSatisfy { $0 == 0 })
  }

  @Test func `A tail is heard to its end, then the voice is reported`() throws {
    let rig = try FaustRig(Self.bell)
    rig.start(2, hertz: 440, serial: 7)
    _ = rig.render(4800)
    rig.release(2)
    let tail = rig.render(47_000).left
    #expect(rig.ended.isEmpty)
    #expect(tail.suffix(4800).peak > 1e-5)
    _ = rig.render(60_000)
    #expect(rig.ended == [VoiceNumber(2)])
    #expect(rig.link.meters.soundingVoices == 0)
    #expect(rig.render(64).left.peak == 0)
  }

  @Test func `A held voice that is silent is kept`() throws {
    let rig = try FaustRig(
      "import(\"stdfaust.lib\");\nprocess = os.osc(440) * en.ar(0.001,0.05,button(\"gate\"));")
    rig.start(0, hertz: 440)
    _ = rig.render(96_000)
    #expect(rig.ended.isEmpty)
    rig.release(0)
    _ = rig.render(48_000)
    #expect(rig.ended.count == 1)
  }

  @Test func `A stolen voice yields without a click, and its successor sounds right`() throws {
    let rig = try FaustRig(Self.sine)
    rig.start(0, hertz: 200)
    let before = rig.render(4810).left
    rig.send([.steal(VoiceNumber(0))])
    rig.start(0, hertz: 400, serial: 2)
    let after = rig.render(24_000).left
    // A step of a sine of 200 Hz is 0.026, of 400 Hz 0.052.
    #expect((before.suffix(1) + after).map { $0 }.greatestStep < 0.09)
    #expect(abs(Array(after.dropFirst(480)).hertz() - 400) < 0.5)
    #expect(rig.ended.isEmpty)
    #expect(rig.link.meters.soundingVoices == 1)
  }

  @Test func `Sixteen voices stolen at one frame by sixteen others all sound`() throws {
    let rig = try FaustRig(Self.sine)
    for voice in 0..<16 { rig.start(voice, hertz: 100) }
    _ = rig.render(480)
    for voice in 0..<16 {
      rig.send([.steal(VoiceNumber(voice))])
      rig.start(voice, hertz: 300, serial: 2)
    }
    let sound = rig.render(24_000).left
    #expect(abs(Array(sound.dropFirst(480)).hertz() - 300) < 0.5)
    #expect(abs(sound.suffix(4800).map(\.self).peak - 16) < 0.1)
  }

  @Test func `A gate that falls and rises at one frame begins the note anew`() throws {
    let rig = try FaustRig(
      "import(\"stdfaust.lib\");\ng = button(\"gate\");\nprocess = g > g';"
    )
    rig.start(0, hertz: 440)
    #expect(rig.render(100).left.filter { $0 > 0 }.count == 1)
    rig.send([.set(VoiceNumber(0), .gate, 0), .set(VoiceNumber(0), .gate, 1)], at: 150)
    let sound = rig.render(100).left
    #expect(sound.filter { $0 > 0 }.count == 1)
    #expect(sound.firstIndex { $0 > 0 } == 51)
  }

  @Test func `A widget moves all voices, those that come later too`() throws {
    let rig = try FaustRig(
      "import(\"stdfaust.lib\");\nprocess = button(\"gate\") * hslider(\"level\",0.5,0,1,0.01);")
    rig.start(0, hertz: 440)
    #expect(rig.render(64).left.last == 0.5)
    try rig.widget("level").set(0.25)
    #expect(rig.render(64).left.last == 0.25)
    rig.start(1, hertz: 440)
    #expect(rig.render(64).left.last == 0.5)
  }

  @Test func `What smooths a widget has arrived before a voice begins`() throws {
    let rig = try FaustRig(
      "import(\"stdfaust.lib\");\nprocess = button(\"gate\") * (hslider(\"level\",0.5,0,1,0.01) : si.smoo);")
    rig.start(0, hertz: 440)
    #expect(abs((rig.render(64).left.first ?? 0) - 0.5) < 0.01)
    try rig.widget("level").set(1)
    _ = rig.render(48_000)
    rig.start(1, hertz: 440)
    #expect(rig.render(64).left.allSatisfy { abs($0 - 2) < 0.02 })
  }

  private static let smoothed =
    "import(\"stdfaust.lib\");\nprocess = button(\"gate\") * (hslider(\"level\",0.5,0,1,0.01) : si.smoo);"

  @Test(arguments: [1, 128, 1024])
  func `What moves while the card rests has arrived before the next voice begins`(
    block: Int
  ) throws {
    let rig = try FaustRig(Self.smoothed)
    _ = rig.render(4800, block: block)
    rig.rest(seconds: 3)
    try rig.widget("level").set(1)
    rig.start(0, hertz: 440)
    #expect(rig.render(4800, block: block).left.allSatisfy { abs($0 - 1) < 0.01 })
  }

  @Test func `What moves while voices sound glides for those that begin meanwhile too`() throws {
    let rig = try FaustRig(Self.smoothed)
    _ = rig.render(4800)
    try rig.widget("level").set(1)
    _ = rig.render(480)
    rig.start(0, hertz: 440)
    let sound = rig.render(48_000).left
    #expect((sound.first ?? 0) < 0.9)
    #expect(abs((sound.last ?? 0) - 1) < 0.01)
  }

  @Test func `A voice's first frames are computed without denormals`() throws {
    let rig = try FaustRig(
      """
      import("stdfaust.lib");
      tiny = hslider("x",1,0,1,0.1) * 1e-25 * 1e-15;
      process = button("gate") * ((tiny > 0) : si.smoo);
      """)
    rig.start(0, hertz: 440)
    #expect(Denormals.flushed { rig.render(64) }.left.peak == 0)
  }

  @Test func `A pedal of the program's own does not keep a new note from beginning`() throws {
    let rig = try FaustRig(
      """
      import("stdfaust.lib");
      sustain = hslider("sustain[midi:ctrl 64]",0,0,1,1);
      process = en.ar(0.001,0.1,min(1,button("gate")+sustain));
      """)
    try rig.widget("sustain").set(1)
    _ = rig.render(4800)
    rig.start(0, hertz: 440)
    #expect(rig.render(4800).left.peak > 0.9)
  }

  @Test func `Velocity, note number and the SmartKeyboard's values arrive`() throws {
    let rig = try FaustRig(
      """
      process = button("gate") * (nentry("velocity",0,0,127,1) + 1000 * nentry("key",0,0,127,1)),
        button("gate") * (hslider("x",0,0,1,0.01) + 10 * hslider("kb0k1status",0,0,1,1) + 100 * hslider("y2",0,0,1,1));
      """)
    rig.start(0, hertz: 440, gain: 100.0 / 127)
    rig.send([.set(VoiceNumber(0), .x, 0.5), .set(.all, .keyStatus(keyboard: 0, key: 1), 4)])
    rig.send([.set(.all, .fingerY(2), 3)])
    let sound = rig.render(8)
    #expect(abs((sound.left.last ?? 0) - 69_100) < 0.1)
    #expect(sound.right.last == 340.5)
  }

  @Test func `Panic ends everything at once, without a click`() throws {
    let rig = try FaustRig(Self.sine + "\neffect = +~(@(4800) : *(0.5));")
    for voice in 0..<4 { rig.start(voice, hertz: 100) }
    let before = rig.render(9600).left
    rig.send(.silence)
    let after = rig.render(48_000).left
    #expect((before.suffix(1) + after).map { $0 }.greatestStep < 0.2)
    #expect(after.dropFirst(480).allSatisfy { $0 == 0 })
    #expect(rig.ended.count == 4)
  }

  @Test func `A voice that loses itself is not heard, and the others are`() throws {
    let rig = try FaustRig(
      "g = button(\"gate\");\nprocess = g * (hslider(\"freq\",1,0,9999,1) > 1000 : *(1e30) : + ~ *(1e30)) + g * 0.5;"
    )
    rig.start(0, hertz: 440)
    rig.start(1, hertz: 2000)
    let sound = rig.render(4800).left
    let isFinite = sound.allSatisfy(\.isFinite)
    #expect(isFinite)
    #expect(sound.last == 0.5)
    #expect(rig.ended == [VoiceNumber(1)])
    #expect(rig.link.meters.popOverflow())
    #expect(!rig.link.meters.popOverflow(), "told once")
  }

  @Test(arguments: ["", "\neffect = _;"])
  func `Single samples that are no numbers are silent, and the voice goes on`(
    effect: String
  ) throws {
    let rig = try FaustRig(
      """
      import("stdfaust.lib");
      process = button("gate") * select2(ba.time % 100 == 10, 0.5, 1 / button("none"));\(effect)
      """)
    rig.start(0, hertz: 440)
    let sound = rig.render(4800).left
    let heard = Set(sound)
    #expect(heard == [0, 0.5])
    #expect(rig.link.meters.popPeak() == 0.5)
    #expect(rig.ended.isEmpty)
    #expect(rig.link.meters.popOverflow())
  }

  @Test(arguments: [1, 16, 64]) func `A key that comes up and goes down at one frame is struck anew`(
    block: Int
  ) throws {
    let key = VoiceParameter.keyStatus(keyboard: 0, key: 0)
    let rig = try FaustRig("process = hslider(\"kb0k0status\", 0, 0, 1, 1) <: _, mem : - : max(0);")
    rig.send([.set(.all, key, 1)])
    #expect(rig.render(64, block: block).left.filter { $0 > 0 } == [1])
    rig.send([.set(.all, key, 0), .set(.all, key, 1)])
    let again = rig.render(64, block: block).left
    #expect(again.filter { $0 > 0 } == [1])
    #expect(again[1] == 1, "up for one frame")
    rig.send([.set(.all, key, 0), .set(.all, key, 1), .set(.all, key, 0)])
    #expect(rig.render(64, block: block).left.filter { $0 > 0 } == [])
  }
}
