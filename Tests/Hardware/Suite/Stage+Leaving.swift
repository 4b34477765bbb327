import Foundation
import SpinetSession

extension Stage {
  /// Controllers, programs and cards that leave while they are in use, and come back.
  func leavingAndComingBack() {
    scenario("A controller that is pulled ends its notes and nobody else's") {
      let instrument = try running()
      let player = try Song(note: 76, seconds: 30).play(to: instrument.client)
      defer { player.stop() }
      try controller.send("B0 40 7F 90 45 64")
      let both = try ears().listen(seconds: 0.4)
      try expect(
        both.level(at: 440) > -50 && both.level(at: 659.26) > -50,
        seen: "\(Int(both.level(at: 440))) dB at 440 Hz, \(Int(both.level(at: 659.26))) dB at 659 Hz",
        expected: "both notes over -50 dB")
      try controller.pull()
      let one = try ears().listen(seconds: 0.4, after: 1.5)
      try expectLevels(of: one, sounding: 659.26, silent: 440)
    }

    scenario("A program that is killed ends its notes") { try expectSilence(within: 4) }

    scenario("A controller that comes back plays again, by its own mapping") {
      let instrument = try running()
      try controller.plug()
      try expect(
        soon { self.connections(to: instrument) == 1 }, seen: Sequencer.listing(),
        expected: "connected to Spinet In")
      try controller.send("B0 4A 00")
      try instrument.expectValue(of: "filter.cutoff", near: 20, tolerance: 1)
      try controller.send("B0 4A 7F 90 45 64")
      try expectPitch(440)
      try controller.send("80 45 00")
      try expectSilence(within: 3)
    }

    scenario("Of two controllers of one model each has notes of its own") {
      let instrument = try running()
      let twin = Controller(controller.name, place: 2, hotplug: hotplug)
      try twin.plug()
      try expect(
        soon { self.connections(to: instrument) == 2 }, seen: Sequencer.listing(), expected: "both connected")
      try controller.send("90 45 64")
      try twin.send("90 45 64 90 4C 64")
      try twin.pull()
      let one = try ears().listen(seconds: 0.4, after: 1.5)
      try controller.send("80 45 00")
      try expectLevels(of: one, sounding: 440, silent: 659.26)
      try expectSilence(within: 3)
    }

    scenario("A sound card that is pulled in the middle of a note is played again when it is back") {
      let instrument = try running()
      try controller.send("90 45 64")
      try expectPitch(440)
      recording?.stop()
      try Program.run("timeout", "15", hotplug, "unplug", "card", "snd_aloop")
      Thread.sleep(forTimeInterval: 1)
      try controller.send("80 45 00")
      try Program.run(hotplug, "plug", "card", "snd_aloop")
      // The far end has to take the format that is played: where both choose at once it cannot start.
      try instrument.waitForCard()
      try restartRecording()
      try expectSilence(within: 4)
      try controller.send("90 3C 64")
      try expectPitch(261.63)
      try controller.send("80 3C 00")
      try expectSilence(within: 3)
    }
  }

  private func expectLevels(of sound: Sound, sounding: Double, silent: Double) throws {
    let (high, low) = (sound.level(at: sounding), sound.level(at: silent))
    try expect(
      high > -50 && low < high - 20,
      seen: "\(Int(high)) dB at \(sounding) Hz and \(Int(low)) dB at \(silent) Hz",
      expected: "over -50 dB, and 20 dB less")
  }

  /// How many of these controllers are connected to the instrument.
  private func connections(to instrument: Instrument) -> Int {
    let writers = Sequencer.clients(named: instrument.client).flatMap(\.ports).flatMap(\.writers)
    return Sequencer.clients(named: controller.name).count { client in
      writers.contains { $0.hasPrefix("\(client.number):") }
    }
  }
}
