import Foundation

extension Stage {
  /// Keys of another machine, by `aseqnet`. The other machine is this one.
  func network() {
    scenario("Keys that come over a network are waited for, play, and end their notes when they leave") {
      stopInstrument()
      try restartRecording()
      let instrument = try Instrument(spinet, [Stage.patch, "--connect", "Far"] + Stage.playback)
      defer { instrument.stop() }
      try expect(
        soon { instrument.errors.contains("Far") }, seen: instrument.errors,
        expected: "it says that it waits for Far")
      let server = try Program(["aseqnet", "-n", "Far"])
      defer { server.stop() }
      try expectClient("Far")
      let keys = try Program(["aseqnet", "-n", "Keys", "127.0.0.1"])
      defer { keys.stop() }
      try expectClient("Keys")
      try expect(
        soon { Self.writers(into: instrument.client).contains("Far") }, seen: Sequencer.listing(),
        expected: "Far is connected to Spinet In")
      let player = try Song(note: 69, seconds: 30).play(to: "Keys")
      try expectPitch(440)
      player.stop()
      server.stop()
      try expectSilence(within: 4)
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

  /// The names of the clients that are connected to a client's first port.
  private static func writers(into client: String) -> [String] {
    let clients = Sequencer.clients()
    let addresses = clients.first { $0.name == client }?.ports.first?.writers ?? []
    return addresses.compactMap { address in
      clients.first { address.hasPrefix("\($0.number):") }?.name
    }
  }
}
