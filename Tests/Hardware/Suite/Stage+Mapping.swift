import Foundation

extension Stage {
  /// Mappings that are learnt, and controllers that are told apart.
  func mapping() {
    scenario("A knob of the controller is learnt, and the instrument that plays takes it up") {
      let instrument = try running()
      let before = try String(contentsOfFile: Stage.map, encoding: .utf8)
      let keys = "/tmp/hardware/keys"
      mkfifo(keys, 0o600)
      // In a terminal of its own, as a person would.
      let learn = try Program([
        "sh", "-c", "script -qfec '\(spinet) map learn -o \(Stage.map)' /dev/null < \(keys)",
      ])
      defer { learn.stop() }
      let typing = FileHandle(forWritingAtPath: keys)
      typing?.write(Data("filter.reso\n".utf8))
      try expect(
        soon(seconds: 40) { learn.output.contains("move the control") && learn.output.contains("connected") },
        seen: learn.output + learn.errors, expected: "it asks for the control")
      try controller.send("B0 15 0A B0 15 14 B0 15 28 B0 15 40 B0 15 50")
      try expect(
        soon(seconds: 10) { learn.output.contains("cc 21: filter.resonance") },
        seen: learn.output + learn.errors,
        expected: "cc 21: filter.resonance")
      typing?.write(Data("done\n".utf8))
      try learn.waitForEnd()
      let after = try String(contentsOfFile: Stage.map, encoding: .utf8)
      try expect(after.hasPrefix(before), seen: after, expected: "every line that was there, and a new one")
      try Program.run(spinet, "map", "check", Stage.map)
      Thread.sleep(forTimeInterval: 2.5)
      try controller.send("B0 15 7F")
      try instrument.expectValue(of: "filter.resonance", near: 1, tolerance: 0.001)
      try controller.send("B0 15 00")
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
  }
}
