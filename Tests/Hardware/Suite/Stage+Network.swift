import Foundation

extension Stage {
  /// Keys of another machine, by `aseqnet`. The other machine is this one.
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

    scenario("With --require a controller that is not there is refused") {
      let spinet = try refused(["--connect", "Far", "--require", "--pcm", "none"])
      try expect(spinet.errors.contains("Far"), seen: spinet.errors, expected: "a line that names Far")
    }
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
