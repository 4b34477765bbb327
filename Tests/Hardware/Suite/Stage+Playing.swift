import Foundation

extension Stage {
  /// Notes and knobs, from the controller and from other programs.
  func playing() {
    scenario("A note from a USB controller sounds at its pitch") {
      _ = try running()
      for (key, hertz) in [("45", 440.0), ("3C", 261.63)] {
        try controller.send("90 \(key) 64")
        try expectPitch(hertz)
        try controller.send("80 \(key) 00")
        try expectSilence(within: 3)
      }
    }

    scenario("Its cutoff knob darkens the sound") {
      _ = try running()
      try controller.send("B0 4A 7F 90 39 64")
      let open = try expectPitch(220)
      try controller.send("B0 4A 30")
      let dark = try ears().listen(seconds: 0.4)
      try controller.send("80 39 00 B0 4A 7F")
      try expect(
        dark.brightness < 0.6 * open.brightness && dark.level > -50,
        seen:
          "brightness from \(Int(open.brightness)) to \(Int(dark.brightness)) Hz at \(Int(dark.level)) dB",
        expected: "under six tenths, and still to be heard")
    }

    scenario("Another program plays through Spinet In") {
      let instrument = try running()
      let player = try Song(note: 76, seconds: 2).play(to: instrument.client)
      try expectPitch(659.26)
      try player.waitForEnd()
      try expect(player.status == 0, seen: player.errors, expected: "aplaymidi succeeds")
      try expectSilence(within: 3)
    }

    scenario("What a widget does reaches the lamps and motor faders of the controller") {
      let instrument = try running()
      let bytes = try controller.lamps { try instrument.set("master.volume", to: 1) }
      try instrument.set("master.volume", to: 0.5)
      try expect(bytes.contains("B0167F"), seen: "\"\(bytes)\"", expected: "B0167F")
    }
  }

  /// Who is connected to whom, as `aconnect -l` sees it.
  func connections() {
    scenario("Controllers are connected, software and Midi Through are not") {
      let instrument = try running()
      let clients = Sequencer.clients()
      guard let own = clients.first(where: { $0.name == instrument.client }),
        let port = own.ports.first(where: { $0.name == "Spinet In" }),
        own.ports.contains(where: { $0.name == "Spinet Out" })
      else {
        throw Mismatch(seen: Sequencer.listing(), expected: "client Spinet with Spinet In and Spinet Out")
      }
      let sources = port.writers.compactMap { address in
        clients.first { address.hasPrefix("\($0.number):") }?.name
      }
      try expect(
        sources == [controller.name], seen: "connected from \(sources)", expected: "\(controller.name) alone")
      try expect(
        instrument.errors.contains("spinet: connected \(controller.name), mapping "), seen: instrument.errors,
        expected: "it says which controller it has connected, and with which mapping")
    }

    scenario("A second instance is a client of its own") {
      _ = try running()
      let second = try Instrument(spinet, named: "Two", ["--pcm", "none"])
      try second.set("filter.cutoff", to: 500)
      try second.expectValue(of: "filter.cutoff", near: 500, tolerance: 1)
      let names = Sequencer.clients().map(\.name)
      try expect(
        names.contains("Spinet") && names.contains("Spinet Two"), seen: "\(names)",
        expected: "clients Spinet and Spinet Two")
      try expect(
        try running().value(of: "filter.cutoff") != 500, seen: "500 on both", expected: "widgets of its own")
    }
  }
}
