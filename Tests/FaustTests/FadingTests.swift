import SpinetFaust
import SpinetWidgets
import Testing

/// Which programs fade while a key is held, so that a key that is struck again under a pedal joins its note.
struct FadingTests {
  private static let head = """
    import("stdfaust.lib");
    freq = hslider("freq",440,20,9999,0.01); gain = hslider("gain",1,0,1,0.01); gate = button("gate");

    """

  @Test(
    arguments: [
      ("process = os.osc(freq) * gain * en.ar(0.001, 1, gate);", true),
      ("process = os.osc(freq) * en.adsr(0.001, 3, 0, 0.1, gate);", true),
      ("process = pm.ks(pm.f2l(freq), 0.1, gate : ba.impulsify);", true),
      ("process = os.osc(freq) * en.adsr(0.001, 0.2, 0.7, 0.1, gate);", false),
      ("process = os.osc(freq) * gain * gate;", false),
      ("process = os.osc(freq) * en.asr(1.5, 1, 0.1, gate);", false),
      ("process = os.osc(freq) * en.asr(5, 1, 0.1, gate);", false),
      ("process = os.osc(freq) * en.ar(1.5, 3, gate);", true),
      ("process = os.osc(freq) * en.ar(0.001, 3, gate) * (1 + 0.5 * os.osc(5));", true),
      ("process = os.osc(freq) * (1 + os.oscp(0.04, ma.PI / 2)) * gate;", false),
      ("process = os.osc(freq) * (1 + os.oscp(0.1, ma.PI / 2)) * gate;", false),
      ("process = (os.osc(freq) + os.osc(freq + 0.05)) * gate;", false),
      ("process = os.osc(freq) * (1 + 0.9 * os.osc(0.7)) * gate;", false),
      ("process = 0 * gate * freq;", false),
    ])
  func `A program fades if a held voice does`(text: String, fades: Bool) throws {
    let rig = try FaustRig(Self.head + text)
    #expect(rig.player.fades == fades)
  }

  @Test(arguments: [0.3, 1, 3, 10])
  func `A decay to nothing fades`(seconds: Double) throws {
    for envelope in ["ar(0.001, \(seconds)", "adsre(0.001, \(seconds), 0, 0.1"] {
      let rig = try FaustRig(Self.head + "process = os.osc(freq) * en.\(envelope), gate);")
      #expect(rig.player.fades, "\(envelope)")
    }
  }

  @Test(arguments: [0.5, 0.2, 0.05], [0.2, 1.5, 4, 9, 14])
  func `A decay to a sustain level does not fade`(level: Double, seconds: Double) throws {
    for envelope in ["adsr", "adsre"] {
      let rig = try FaustRig(
        Self.head + "process = os.osc(freq) * en.\(envelope)(0.001, \(seconds), \(level), 0.1, gate);")
      #expect(!rig.player.fades, "\(envelope)")
    }
  }

  @Test func `The trial leaves no sound behind`() throws {
    let rig = try FaustRig(Self.head + "process = os.osc(freq) * en.ar(0.001, 9, gate);")
    #expect(rig.render(9_600).left.peak == 0)
    rig.start(0, hertz: 440)
    #expect(rig.render(9_600).left.peak > 0.5)
  }

  @Test func `A widget's value is heard too`() throws {
    let text =
      Self.head + #"process = os.osc(freq) * en.adsr(0.001, 1, hslider("sustain",0.8,0,1,0.01), 0.1, gate);"#
    let rig = try FaustRig(text)
    #expect(!rig.player.fades)
    rig.player.widgets.first { $0.name == "sustain" }?.set(0)
    try rig.prepare()
    #expect(rig.player.fades)
  }
}
