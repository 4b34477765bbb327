import Foundation

extension Stage {
  /// Other ways to start, and machines that lack something.
  func starting() {
    stopInstrument()

    scenario("Through PortMidi a note sounds at its pitch") {
      let instrument = try Instrument(spinet, [Stage.patch, "--midi", "portmidi"] + Stage.playback)
      defer { instrument.stop() }
      try controller.send("90 45 64")
      try expectPitch(440)
      try controller.send("80 45 00")
      try expectSilence(within: 3)
    }

    for (wanted, pcm) in [("dummy", "hw:CARD=Dummy,DEV=0"), ("loopback pcm", "hw:CARD=Loopback,DEV=0")] {
      scenario("A sound card is found by '\(wanted)'") {
        let instrument = try Instrument(spinet, named: "Found", ["--pcm", wanted, "--midi", "none"])
        defer { instrument.stop() }
        try expect(
          instrument.readiness.contains("\(pcm):"), seen: instrument.readiness, expected: "it plays on \(pcm)"
        )
      }
    }

    scenario("A PCM name that matches nothing is answered with the names there are") {
      let spinet = try refused(["--pcm", "nothing-like-it", "--require"])
      try expect(
        spinet.errors.contains("Loopback"), seen: spinet.errors, expected: "a line that names Loopback")
    }

    scenario("A sound card that was away for long is taken back from another that played") {
      let dummy = "hw:CARD=Dummy,DEV=0"
      let instrument = try Instrument(
        spinet, named: "Return", ["--pcm", "dummy", "--midi", "none", "--never-rest"])
      defer { instrument.stop() }
      try instrument.waitForPCM(dummy)
      try Program.run("timeout", "15", hotplug, "unplug", "card", "snd_dummy")
      defer { _ = try? Program.run(hotplug, "plug", "card", "snd_dummy") }
      try instrument.waitForPCM("default")
      Thread.sleep(forTimeInterval: 5)
      try Program.run(hotplug, "plug", "card", "snd_dummy")
      try instrument.waitForPCM(dummy)
    }

    scenario("A sound card that is not there yet is waited for, with --only in silence") {
      try Program.run("timeout", "15", hotplug, "unplug", "card", "snd_dummy")
      defer { _ = try? Program.run(hotplug, "plug", "card", "snd_dummy") }
      let instrument = try Instrument(
        spinet, named: "Waiting", ["--pcm", "dummy", "--only", "--midi", "none", "--never-rest"])
      defer { instrument.stop() }
      try instrument.waitForPCM("none")
      try Program.run(hotplug, "plug", "card", "snd_dummy")
      try instrument.waitForPCM("hw:CARD=Dummy,DEV=0")
    }

    scenario("A sound card rests in silence, and never with --never-rest") {
      func isRunning() -> Bool {
        let status = try? String(contentsOfFile: "/proc/asound/Dummy/pcm0p/sub0/status", encoding: .utf8)
        return status?.contains("RUNNING") ?? false
      }
      for (options, rests) in [([], true), (["--never-rest"], false)] {
        let instrument = try Instrument(
          spinet, named: "Resting", ["--pcm", "dummy", "--midi", "none"] + options)
        defer { instrument.stop() }
        try expect(soon { isRunning() }, seen: "it stands", expected: "the sound card runs at first")
        // An xrun also stops it, but not for a second.
        let hasRested = soon(seconds: 15) { !soon(seconds: 1, isRunning) }
        try expect(
          hasRested == rests, seen: "rested: \(hasRested)", expected: "rested: \(rests) with \(options)")
      }
    }

    scenario("A user who may not open the sequencer is told of the group audio") {
      let folder = "/tmp/stranger"
      try Program.run("install", "-d", "-o", "nobody", "-m", "700", folder)
      let program = try Program(
        [
          "env", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "XDG_STATE_HOME=\(folder)",
          "XDG_CONFIG_HOME=\(folder)",
        ]
          + ["setpriv", "--reuid=nobody", "--clear-groups", spinet, "play", "--pcm", "none", "--no-terminal"]
          + ["--duration", "3"])
      try program.waitForEnd()
      try expect(
        program.errors.contains("sudo usermod -aG audio $USER"), seen: program.errors,
        expected: "the remedy is membership in audio")
    }

    scenario("Without a sound card there is one line, and nothing from the ALSA library") {
      recording?.stop()
      for card in ["snd_aloop", "snd_dummy"] {
        try Program.run("timeout", "15", hotplug, "unplug", "card", card)
      }
      defer {
        for card in ["snd_aloop", "snd_dummy"] { _ = try? Program.run(hotplug, "plug", "card", card) }
      }
      _ = try refused([])
    }
  }

  /// A `spinet play` that cannot be: one line on standard error, status 1.
  func refused(_ options: [String]) throws -> Program {
    let program = try Program(
      [spinet, "play", "--no-terminal", "--state", "none", "--duration", "3"] + options)
    try program.waitForEnd()
    let lines = program.errors.split(separator: "\n")
    try expect(
      program.status == 1 && lines.count == 1 && lines[0].hasPrefix("spinet: "),
      seen: "status \(program.status) and \"\(program.errors)\"",
      expected: "status 1 and one line that begins with \"spinet: \"")
    return program
  }
}
