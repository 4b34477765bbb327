import Foundation

extension Stage {
  /// Mappings that are learnt, and controllers that are told apart.
  func mapping() {
    scenario("A knob is learnt in a terminal, and the instrument that plays takes it up") {
      let instrument = try running()
      let before = try String(contentsOfFile: Stage.map, encoding: .utf8)
      let terminal = try learning(into: Stage.map)
      defer { terminal.close() }
      try terminal.type("filter.r", "Tab", "Enter")
      try terminal.expect("move filter.resonance>")
      try controller.send("B0 15 0A B0 15 14 B0 15 28 B0 15 40 B0 15 50")
      try terminal.expect("cc 21: filter.resonance (knob or fader)")
      try terminal.type("range 0 0.5 reverse", "Enter")
      try terminal.expect("cc 21: {widget: filter.resonance, range: [0.5, 0]}")
      try terminal.type("undo", "Enter", "done", "Enter")
      try terminal.expect("is written; play with it: spinet play --map")
      let after = try String(contentsOfFile: Stage.map, encoding: .utf8)
      try expect(
        after.hasPrefix(before) && after.contains("cc 21: filter.resonance    # knob or fader"), seen: after,
        expected: "every line that was there, and a new one")
      try Program.run(spinet, "map", "check", Stage.map)
      Thread.sleep(forTimeInterval: 2.5)
      try controller.send("B0 15 7F")
      try instrument.expectValue(of: "filter.resonance", near: 1, tolerance: 0.001)
      try controller.send("B0 15 00")
    }

    scenario("What somebody else writes into a mapping while it is learnt stays") {
      let file = "/tmp/shared.yaml"
      let terminal = try learning(into: file)
      defer { terminal.close() }
      try terminal.type("osc.mix", "Enter")
      try terminal.expect("move osc.mix>")
      try controller.send("B0 16 0A B0 16 14 B0 16 28 B0 16 40 B0 16 50")
      try terminal.expect("cc 22: osc.mix")
      let changed = try String(contentsOfFile: file, encoding: .utf8) + "  cc 23: reverb.mix\n"
      try changed.write(toFile: file, atomically: true, encoding: .utf8)
      try terminal.type("reverse", "Enter")
      try terminal.expect("another program has changed the file")
      try terminal.type("done", "Enter")
      try terminal.expect("start again")
      let kept = try String(contentsOfFile: file, encoding: .utf8)
      try expect(kept == changed, seen: kept, expected: "what was written meanwhile")
    }

    scenario("While a knob is learnt and its mapping taken up, a note sounds on without a gap") {
      let instrument = try running()
      try controller.send("90 45 64")
      defer { try? controller.send("80 45 00") }
      try expectPitch(440)
      var seen = ""
      // Where the machine itself loses blocks, the take proves nothing.
      for (number, widget) in [
        (102, "chorus.rate"), (103, "delay.time"), (104, "reverb.size"), (105, "lfo.rate"),
      ] {
        let xruns = try instrument.xruns()
        let sound = try ears().listen { try learn(number, widget, moving: instrument) }
        let lost = try instrument.xruns() - xruns
        let levels = sound.levels(every: 0.05)
        let middle = levels.sorted()[levels.count / 2]
        let worst = levels.map { abs($0 - middle) }.max() ?? 0
        seen = "\(levels.count) parts of 50 ms, the worst \(worst) dB off, \(lost) blocks lost"
        say("  \(seen)")
        if worst < 0.5 {
          try controller.send("80 45 00")
          return try expectSilence(within: 3)
        }
        try expect(lost > 0, seen: seen, expected: "every part as loud as the others")
      }
      say("  not judged: this machine loses blocks in every take")
    }

    scenario("Devices says which mapping a controller gets, and why") {
      let listing = try Program.run(spinet, "devices")
      try expect(
        listing.contains("serial 0001") && listing.contains("(general)"), seen: listing,
        expected: "its serial number, and that its mapping is the general one")
      let folder = "/tmp/hardware/config/spinet/mappings"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let file = "\(folder)/own.yaml"
      defer { unlink(file) }
      try "controller: Mine\nports: serial 0001\nmap:\n  cc 99: osc.mix\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      let own = try Program.run(spinet, "devices")
      try expect(
        own.contains("mapping Mine (\"serial 0001\" matches serial 0001)"), seen: own,
        expected: "the mapping for its serial number")
    }

    scenario("Two controllers of one model keep their mappings and what they hold over a replug") {
      let instrument = try running()
      let twin = Controller(controller.name, place: 2, hotplug: hotplug)
      try twin.plug()
      defer { _ = try? twin.pull() }
      try instrument.set("osc.mix", to: 0)
      try twin.send("B0 17 00 B0 17 40")
      try instrument.expectValue(of: "osc.mix", near: 64.0 / 127, tolerance: 0.001)
      try twin.send("B0 18 20")
      try instrument.expectValue(of: "chorus.mix", near: 32.0 / 127, tolerance: 0.001)
      try twin.pull()
      try controller.pull()
      Thread.sleep(forTimeInterval: 1)
      try controller.plug()
      try twin.plug()
      Thread.sleep(forTimeInterval: 1)
      try controller.send("B0 17 60 B0 18 7F")
      Thread.sleep(forTimeInterval: 0.5)
      try instrument.expectValue(of: "osc.mix", near: 64.0 / 127, tolerance: 0.001)
      try instrument.expectValue(of: "chorus.mix", near: 32.0 / 127, tolerance: 0.001)
      try twin.send("B0 17 60 B0 18 7F")
      try instrument.expectValue(of: "osc.mix", near: 96.0 / 127, tolerance: 0.001)
      try instrument.expectValue(of: "chorus.mix", near: 1, tolerance: 0.001)
      try instrument.set("osc.mix", to: 0)
      try instrument.set("chorus.mix", to: 0)
    }

    scenario("Two with one serial number keep theirs by where they are plugged in") {
      let instrument = try running()
      let one = Controller("Equal Key", place: 1, serial: "0000", hotplug: hotplug)
      let two = Controller("Equal Key", place: 2, serial: "0000", hotplug: hotplug)
      let map = "/tmp/hardware/config/spinet/mappings/equal.yaml"
      try FileManager.default.createDirectory(
        atPath: (map as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try "controller: Equal\nports: Equal*\nmap:\n  cc 23: {widget: osc.mix, mode: pickup}\n"
        .write(toFile: map, atomically: true, encoding: .utf8)
      try controller.pull()
      defer {
        unlink(map)
        for each in [one, two] { _ = try? each.pull() }
        _ = try? controller.plug()
      }
      try one.plug()
      try two.plug()
      Thread.sleep(forTimeInterval: 2.5)
      try instrument.set("osc.mix", to: 0)
      // The second has met the widget, the first has not.
      try two.send("B0 17 00 B0 17 40")
      try instrument.expectValue(of: "osc.mix", near: 64.0 / 127, tolerance: 0.001)
      try one.pull()
      try two.pull()
      Thread.sleep(forTimeInterval: 1)
      try two.plug()
      try one.plug()
      Thread.sleep(forTimeInterval: 1)
      try one.send("B0 17 60")
      Thread.sleep(forTimeInterval: 0.5)
      try instrument.expectValue(of: "osc.mix", near: 64.0 / 127, tolerance: 0.001)
      try two.send("B0 17 60")
      try instrument.expectValue(of: "osc.mix", near: 96.0 / 127, tolerance: 0.001)
      try instrument.set("osc.mix", to: 0)
      let listing = try Program.run(spinet, "devices")
      try expect(
        listing.components(separatedBy: "serial 0000").count == 3 && listing.contains("usb "), seen: listing,
        expected: "both with their serial number and their place")
    }
  }

  /// `spinet map learn` in a terminal of its own, with the controller connected.
  private func learning(into file: String) throws -> Terminal {
    let terminal = try Terminal([spinet, "map", "learn", "-o", file])
    try terminal.expect("connected \(controller.name)")
    try terminal.expect("widget>")
    return terminal
  }

  /// Learns a controller for a widget that does nothing to the sound, and waits until it moves it.
  private func learn(_ number: Int, _ widget: String, moving instrument: Instrument) throws {
    let terminal = try learning(into: Stage.map)
    defer { terminal.close() }
    try terminal.type(widget, "Enter")
    try terminal.expect("move \(widget)>")
    let control = String(format: "B0 %02X", number)
    try controller.send(
      [10, 20, 40, 64, 80].map { String(format: "\(control) %02X", $0) }.joined(separator: " "))
    try terminal.expect("cc \(number): \(widget)")
    try terminal.type("done", "Enter")
    try terminal.expect("is written")
    Thread.sleep(forTimeInterval: 2.5)
    let before = try instrument.value(of: widget)
    try controller.send("\(control) 7F")
    try expect(
      soon { (try? instrument.value(of: widget)) != before }, seen: "\(widget) at \(before) still",
      expected: "moved by cc \(number)")
  }
}
