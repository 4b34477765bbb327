import Foundation

extension Stage {
  /// Programs of other systems as instruments: their notes, and their controls by the controller's knobs.
  func programs() {
    for (kind, text) in [("csd", Stage.csd), ("dsp", Stage.dsp)] {
      scenario("A .\(kind) is played by the controller, and its knob is heard") {
        stopInstrument()
        let path = "/tmp/hardware/program.\(kind)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try Stage.programMap.write(toFile: "/tmp/hardware/program.yaml", atomically: true, encoding: .utf8)
        // Faust and the C compiler take their time on an emulated machine.
        let program = try Instrument(spinet, [path] + Stage.playback, seconds: 240)
        defer { program.stop() }
        try controller.send("90 45 64")
        try expectPitch(440)
        try controller.send("B0 15 7F")
        try program.expectValue(of: "ratio", near: 1.5, tolerance: 0.001)
        try expectPitch(660)
        try program.engine("stop")
        try controller.send("B0 15 00")
        try program.expectValue(of: "ratio", near: 1, tolerance: 0.001)
        try program.engine("start")
        try controller.send("80 45 00")
        try controller.send("90 45 64")
        try expectPitch(440)
        try controller.send("80 45 00")
        try expectSilence(within: 4)
      }
    }
  }

  /// Sound that comes in, through a program without notes.
  func listening() {
    scenario("What comes in by a sound card goes through a program, and goes on when it comes back") {
      stopInstrument()
      let (tone, path) = ("/tmp/hardware/incoming.wav", "/tmp/hardware/through.dsp")
      try Stage.tone(hertz: 880, seconds: 60).write(to: URL(filePath: tone))
      try "process = _ * 0.5;".write(toFile: path, atomically: true, encoding: .utf8)
      let playing = ["aplay", "-q", "-D", "plughw:Loopback,0,1", tone]
      let first = try Program(playing)
      let input = ["--input", "hw:Loopback,1,1"]
      let through = try Instrument(spinet, [path] + input + Stage.playback, seconds: 240)
      defer { through.stop() }
      try expectPitch(880)
      first.stop()
      try expectSilence(within: 4)
      let second = try Program(playing)
      defer { second.stop() }
      try expectPitch(880)
    }
  }

  private static let programMap = "map:\n  cc 21: ratio\n"

  private static let csd = """
    <CsoundSynthesizer>
    <CsOptions>
    -d
    </CsOptions>
    <CsInstruments>
    sr = 48000
    ksmps = 128
    nchnls = 2
    0dbfs = 1
    chn_k "ratio", 1, 2, 1, 1, 1.5
    instr 1
      kratio chnget "ratio"
      kenvelope linsegr 0, 0.01, 1, 0.05, 0
      asine poscil 0.3 * kenvelope, p6 * kratio
      outs asine, asine
    endin
    </CsInstruments>
    <CsScore>
    </CsScore>
    </CsoundSynthesizer>
    """

  private static let dsp = """
    declare options "[midi:on][nvoices:2]";
    import("stdfaust.lib");
    ratio = hslider("ratio", 1, 1, 1.5, 0.01);
    process = 0.3 * os.osc(hslider("freq", 440, 20, 2000, 0.01) * ratio) * en.asr(0.01, 1, 0.05, button("gate"));
    """
}
