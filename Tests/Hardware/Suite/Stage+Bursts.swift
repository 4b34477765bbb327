import Foundation

extension Stage {
  private static let burstMilliseconds = 3_000
  /// A message waits no longer than a block of sound, at which it would be heard anyway.
  private static let patienceMilliseconds = 21.0
  private static let counters = [
    "osc.mix", "noise.level", "filter.resonance", "filter.drive", "filterenv.sustain", "amp.sustain",
    "amp.velocity", "drive.amount", "chorus.mix", "chorus.depth", "delay.mix", "reverb.mix", "reverb.size",
    "reverb.damping", "master.volume", "master.expression",
  ]
  private static let step = 0.0001

  /// Sequencers that send as much as cables carry.
  func bursts() {
    scenario("A burst of 16 channels at full rate moves every widget by every message, and none late") {
      let instrument = try counting()
      defer { instrument.stop() }
      _ = try instrument.millisecondsBehind()
      let burst = Song.burst(controller: 20, value: 1, milliseconds: Stage.burstMilliseconds)
      let player = try burst.play(to: instrument.client)
      try player.waitForEnd(seconds: 60)
      let behind = try instrument.millisecondsBehind()
      try expect(player.status == 0, seen: player.errors, expected: "aplaymidi succeeds")
      let values = try instrument.values()
      let counts = Stage.counters.map { Int(((values[$0] ?? 0) / Stage.step).rounded()) }
      let length = Song.burstLength(milliseconds: Stage.burstMilliseconds)
      say("  \(counts.reduce(0, +)) messages in \(Stage.burstMilliseconds) ms, at most \(behind) ms behind")
      try expect(
        counts.allSatisfy { $0 == length } && !instrument.errors.contains("came faster"),
        seen: "\(counts) \(instrument.errors)", expected: "\(length) of each channel")
      try expect(
        behind < Stage.patienceMilliseconds, seen: "\(behind) ms",
        expected: "\(Stage.patienceMilliseconds) ms")
    }

    scenario("The monitor shows every message of such a burst") {
      let monitor = try Program([spinet, "monitor", "--json"])
      defer { monitor.stop() }
      try expect(
        soon(seconds: 20) { Sequencer.listing().contains("Spinet Monitor") }, seen: monitor.errors,
        expected: "a client Spinet Monitor")
      let burst = Song.burst(controller: 20, value: 1, milliseconds: Stage.burstMilliseconds)
      let player = try burst.play(to: "Spinet Monitor")
      try player.waitForEnd(seconds: 60)
      let length = 16 * Song.burstLength(milliseconds: Stage.burstMilliseconds)
      _ = soon(seconds: 10) { monitor.lineCount >= length }
      try expect(
        monitor.lineCount == length && !monitor.errors.contains("came faster"),
        seen: "\(monitor.lineCount) lines. \(monitor.errors)", expected: "\(length) lines")
    }
  }

  /// An instrument whose widgets count what comes.
  private func counting() throws -> Instrument {
    let path = "/tmp/hardware/counting.yaml"
    let lines = Stage.counters.enumerated().map { index, widget in
      "  ch \(index + 1) cc 20: {widget: \(widget), mode: twos-complement, step: \(Stage.step)}\n"
    }
    try ("map:\n" + lines.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    let instrument = try Instrument(
      spinet, named: "Counting", ["--map", path, "--engine", "off", "--pcm", "none"])
    for widget in Stage.counters { try instrument.set(widget, to: 0) }
    return instrument
  }
}
