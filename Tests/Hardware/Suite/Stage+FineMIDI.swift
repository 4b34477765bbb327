import Foundation

extension Stage {
  /// Whether this kernel can play a USB device of MIDI 2.0.
  static var hasMIDI2: Bool { FileManager.default.fileExists(atPath: "/sys/module/usb_f_midi2") }

  /// MIDI 2.0, on a kernel that has it: see `run --midi2`.
  func fineMIDI() {
    stopInstrument()
    scenario("A MIDI 2.0 keyboard is listed by its groups and function blocks", runGroups)
    scenario("Velocities of 16 bits and controllers of 32 bits move widgets without steps", runFineWidgets)
    scenario("A note bends alone, by MIDI 2.0", runNoteBends)
    scenario("A controller of MIDI 1.0 plays a client of MIDI 2.0 as before", runOldController)
    scenario("Two instruments exchange properties by MIDI-CI", runProperties)
    _ = try? Program.run(hotplug, "unplug", "midi2")
  }

  private static let keyboardName = "Grand Two"

  private func playWords(_ words: String...) throws {
    try Program.run([hotplug, "play", "midi2"] + words.flatMap { $0.split(separator: " ").map(String.init) })
  }

  private func runGroups() throws {
    try Program.run(hotplug, "plug", "midi2", Stage.keyboardName)
    var listing = ""
    let isThere = soon(seconds: 15) {
      listing = (try? Program.run(spinet, "devices", "--json")) ?? ""
      return listing.contains(#""block":"Keys""#) && listing.contains(#""block":"Socket""#)
    }
    try expect(isThere, seen: listing, expected: "ports of the function blocks Keys and Socket")
    let text = try Program.run(spinet, "devices")
    let lines = text.split(separator: "\n").filter { $0.contains(Stage.keyboardName) }
    try expect(
      lines.contains {
        $0.contains("Group 1 (Keys)") && $0.contains("MIDI 2.0") && $0.contains("  connected by")
      },
      seen: text, expected: "Group 1 (Keys) speaks MIDI 2.0, and is connected")
    try expect(
      lines.contains { $0.contains("not connected by play") }, seen: text,
      expected: "the port of all groups is left alone")
  }

  private func fine(_ map: String) throws -> Instrument {
    let path = "/tmp/hardware/grand.yaml"
    try "ports: Keys\nmap:\n\(map)".write(toFile: path, atomically: true, encoding: .utf8)
    return try Instrument(spinet, [Stage.patch, "--map", path] + Stage.playback)
  }

  private func runFineWidgets() throws {
    let instrument = try fine(
      """
        key-on C4: {widget: osc.mix, range: [0, 1], curve: lin}
        cc 74: {widget: filter.resonance, range: [0, 1], curve: lin}
        note D4 pitch: {widget: chorus.mix, range: [0, 1], curve: lin}
        ctl 74 of note: {widget: reverb.mix, range: [0, 1], curve: lin}

      """)
    defer { instrument.stop() }
    for (words, widget, value) in [
      // As seven bits these two would be the same.
      ("40903C00 C9000000", "osc.mix", Double(0xC900) / 65535),
      ("40903C00 C9F00000", "osc.mix", Double(0xC9F0) / 65535),
      ("40B04A00 40000000", "filter.resonance", 0.25), ("40B04A00 40400000", "filter.resonance", 0.25098),
      ("40603E00 C0000000", "chorus.mix", 0.75), ("40003E4A 20000000", "reverb.mix", 0.125),
    ] {
      try playWords(words)
      try instrument.expectValue(of: widget, near: value, tolerance: 0.0002)
    }
    try playWords("40803C00 80000000")
  }

  private func runNoteBends() throws {
    let instrument = try fine("  cc 74: filter.resonance\n")
    defer { instrument.stop() }
    try playWords("40904500 C9240000")
    try expectPitch(440)
    // Two semitones of 48 up.
    try playWords("40604500 85555555")
    try expectPitch(493.88)
    // Another key keeps its pitch; the pitch that a note-on brings is its own.
    try playWords("40804500 80000000", "40603E00 80000000", "40903903 C9247400")
    try expectPitch(233.08)
    try playWords("40803900 80000000")
    try expectSilence(within: 3)
  }

  private func runOldController() throws {
    let instrument = try Instrument(spinet, [Stage.patch, "--map", Stage.map] + Stage.playback)
    defer { instrument.stop() }
    try controller.send("90 45 64")
    try expectPitch(440)
    // A note-on of velocity 0 is a release, and a pair of numbers selects a bend range of 12 semitones.
    try controller.send("90 45 00")
    try expectSilence(within: 3)
    try controller.send("B0 65 00 B0 64 00 B0 06 0C E0 7F 7F 90 45 64")
    try expectPitch(879.9)
    try controller.send("80 45 00 E0 00 40")
    try controller.send("B0 16 40")
    try instrument.expectValue(of: "master.volume", near: 64.0 / 127, tolerance: 0.01)
  }

  private func runProperties() throws {
    let one = try Instrument(
      spinet, [Stage.patch, "--connect", "Spinet two:Spinet Out"] + Stage.playback)
    defer { one.stop() }
    let two = try Instrument(
      spinet, named: "two", [Stage.patch, "--pcm", "none", "--connect", "Spinet:Spinet Out", "-v"])
    defer { two.stop() }
    try expect(
      soon(seconds: 30) { two.errors.contains("plain tells the names of") }, seen: two.errors,
      expected: "the second asks the first who it is, and hears: plain")
  }
}
