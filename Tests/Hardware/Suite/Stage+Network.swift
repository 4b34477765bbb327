import Foundation

extension Stage {
  /// Keys of another machine, by `aseqnet` and by PipeWire. The other machine is this one.
  func network() {
    scenario("Keys that come over a network are waited for, play, and end their notes when they leave") {
      stopInstrument()
      try restartRecording()
      let instrument = try Instrument(
        spinet, [Stage.patch, "--connect", "Far", "--no-autoconnect"] + Stage.playback)
      defer { instrument.stop() }
      try expect(
        soon { instrument.errors.contains("Far") }, seen: instrument.errors,
        expected: "it says that it waits for Far")
      // Once with the address of the keys, and once with their name.
      for keys in [try controllerAddress(), controller.name] {
        let server = try Program(["aseqnet", "-n", "Far"])
        defer { server.stop() }
        try expectClient("Far")
        try expect(
          soon { Self.writers(into: instrument.client) == ["Far"] }, seen: Sequencer.listing(),
          expected: "Far alone is connected to Spinet In")
        let sender = try Program(["aseqnet", "-s", keys, "127.0.0.1"])
        defer { sender.stop() }
        try expect(
          soon { Self.readers(of: self.controller.name) == ["Net Client"] }, seen: Sequencer.listing(),
          expected: "aseqnet reads from \(keys)")
        try controller.send("90 45 64")
        try expectPitch(440)
        sender.stop()
        try expectSilence(within: 4)
        // It ends with its last guest.
        try server.waitForEnd()
      }
    }

    scenario("Keys that come over two sessions of PipeWire play, and end their notes when these leave") {
      guard (try? Program.run(script("sessions"), "fetch")) != nil else {
        say("skipped PipeWire's sessions: Debian 13's PipeWire cannot be downloaded")
        return
      }
      stopInstrument()
      try restartRecording()
      let instrument = try Instrument(spinet, [Stage.patch, "--no-autoconnect"] + Stage.playback)
      defer { instrument.stop() }
      let sessions = try sessionsThatCarryKeys()
      defer { sessions.stop() }
      let keys = try Song.insistent(note: 81, isHeld: true).play(to: "Midi Through")
      defer { keys.stop() }
      try expectPitch(880, within: 8)
      sessions.stop()
      try expectSilence(within: 4)
    }

    scenario("With --require a controller that is not there is refused") {
      let spinet = try refused(["--connect", "Far", "--require", "--pcm", "none"])
      try expect(spinet.errors.contains("Far"), seen: spinet.errors, expected: "a line that names Far")
    }
  }

  /// Two machines with PipeWire over which notes come to Spinet, and end.
  ///
  /// Where it runs late, as here, PipeWire loses a message now and then. Its sessions may also invite each other at one
  /// moment, and then neither carries anything.
  private func sessionsThatCarryKeys() throws -> Program {
    for _ in 1...3 {
      let sessions = try Program([script("sessions"), "Midi Through Port-0"])
      try expect(
        soon(seconds: 120) { sessions.lineCount == 2 || !sessions.isRunning } && sessions.isRunning,
        seen: sessions.output + sessions.errors, expected: "both machines are ready")
      let keys = try Song.insistent(note: 69, isHeld: false).play(to: "Midi Through")
      defer { keys.stop() }
      if (try? expectPitch(440, within: 8)) != nil {
        try keys.waitForEnd()
        try expectSilence(within: 4)
        return sessions
      }
      say("again, because PipeWire's sessions carry nothing")
      sessions.stop()
    }
    throw Mismatch(seen: "no note with three pairs of machines", expected: "440 Hz")
  }

  private func expectClient(_ name: String) throws {
    try expect(
      soon { !Sequencer.clients(named: name).isEmpty }, seen: Sequencer.listing(),
      expected: "a sequencer client \(name)")
  }

  /// The controller's port as `aconnect -l` numbers it.
  private func controllerAddress() throws -> String {
    guard let client = Sequencer.clients(named: controller.name).first else {
      throw Mismatch(seen: Sequencer.listing(), expected: "a sequencer client \(controller.name)")
    }
    return "\(client.number):0"
  }

  /// The names of the clients that are connected to a client's first port.
  private static func writers(into client: String) -> [String] {
    names(at: Sequencer.clients(named: client).first?.ports.first?.writers ?? [])
  }

  /// The names of the clients that a client's first port is connected to.
  private static func readers(of client: String) -> [String] {
    names(at: Sequencer.clients(named: client).first?.ports.first?.readers ?? [])
  }

  private static func names(at addresses: [String]) -> [String] {
    let clients = Sequencer.clients()
    return addresses.compactMap { address in clients.first { address.hasPrefix("\($0.number):") }?.name }
  }
}
