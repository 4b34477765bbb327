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

  /// A program with a time of its own, and a card that goes away in it.
  func interruptedScore() {
    scenario("A score stands still while the sound card is away, and goes on where it was") {
      stopInstrument()
      let path = "/tmp/hardware/scale.csd"
      try Stage.scale.write(toFile: path, atomically: true, encoding: .utf8)
      let program = try Instrument(spinet, [path] + Stage.playback, seconds: 240)
      defer { program.stop() }
      try expectPitch(220)
      recording?.stop()
      // Without any card, so that none takes its place.
      for card in ["snd_dummy", "snd_aloop"] {
        try Program.run("timeout", "15", hotplug, "unplug", "card", card)
      }
      defer { _ = try? Program.run(hotplug, "plug", "card", "snd_dummy") }
      Thread.sleep(forTimeInterval: 1)
      let before = try program.value(of: "seconds")
      // Longer than the first note.
      Thread.sleep(forTimeInterval: 25)
      let after = try program.value(of: "seconds")
      try expect(
        before == after && before < 20, seen: "\(after - before) s more than \(before)",
        expected: "no more time")
      try program.set("level", to: 0.2)
      try Program.run(hotplug, "plug", "card", "snd_aloop")
      try program.waitForCard()
      try restartRecording()
      try expectPitch(220, within: 10)
      try expectPitch(330, within: 40)
    }
  }

  /// Two long notes, and how far they are.
  private static let scale = """
    <CsoundSynthesizer>
    <CsInstruments>
    sr = 48000
    ksmps = 128
    nchnls = 2
    0dbfs = 1
    massign 0, 0
    instr 1
      kseconds times
      chnset kseconds, "seconds"
      klevel chnget "level"
      asine poscil 0.1 + klevel, p4
      outs asine, asine
    endin
    </CsInstruments>
    <CsScore>
    i 1 0 20 220
    i 1 20 20 330
    </CsScore>
    </CsoundSynthesizer>
    """

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

  /// Sound on the last of four channels, where only a program with four inputs hears it.
  func listeningToFour() {
    scenario("The fourth channel of a sound card is the fourth input of a program") {
      stopInstrument()
      let (tone, path) = ("/tmp/hardware/fourth.wav", "/tmp/hardware/fourth.dsp")
      try Stage.tone(hertz: 880, seconds: 60, silentChannels: 3).write(to: URL(filePath: tone))
      try "process = !, !, !, _ <: _, _;".write(toFile: path, atomically: true, encoding: .utf8)
      let playing = try Program(["aplay", "-q", "-D", "hw:Loopback,0,1", tone])
      defer { playing.stop() }
      let input = ["--input", "hw:Loopback,1,1"]
      let fourth = try Instrument(spinet, [path] + input + Stage.playback, seconds: 240)
      defer { fourth.stop() }
      try expectPitch(880)
      try expect(
        !fourth.errors.contains("are silent"), seen: "\"\(fourth.errors)\"", expected: "four inputs heard")
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
