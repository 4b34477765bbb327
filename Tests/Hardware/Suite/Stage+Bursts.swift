import Foundation

extension Stage {
  private static let burstMilliseconds = 3_000
  /// How much later than a client that only reads, beside the same burst.
  private static let allowedFactor = 4.0
  /// Below this, in an emulated machine, one of them has had luck.
  private static let leastMilliseconds = 25.0
  private static let counters = [
    "osc.mix", "noise.level", "filter.resonance", "filter.drive", "filterenv.sustain", "amp.sustain",
    "amp.velocity", "drive.amount", "chorus.mix", "chorus.depth", "delay.mix", "reverb.mix", "reverb.size",
    "reverb.damping", "master.volume", "master.expression",
  ]
  private static let step = 0.0001

  /// Sequencers that send on all channels at once.
  func bursts() {
    scenario("A burst on 16 channels moves every widget by every message, and none late") {
      let instrument = try counting()
      defer { instrument.stop() }
      let bare = try BareClient(named: "Bare")
      defer { bare.stop() }
      try bestTake { try expectCounts(of: instrument, beside: bare) }
    }

    scenario("The monitor shows every message of such a burst") { try bestTake { try expectLines() } }
  }

  /// An emulated machine stalls when its host is busy: the best take is what the program can do.
  private func bestTake(_ take: () throws -> Void) throws {
    var mismatch: Mismatch?
    for _ in 0..<4 {
      do { return try take() } catch let error as Mismatch { mismatch = error }
    }
    if let mismatch { throw mismatch }
  }

  private func expectLines() throws {
    let monitor = try Program([spinet, "monitor", "--json"])
    defer { monitor.stop() }
    try expect(
      soon(seconds: 60) { Sequencer.listing().contains("Spinet Monitor") }, seen: monitor.errors,
      expected: "a client Spinet Monitor")
    let burst = Song.burst(controller: 20, value: 1, milliseconds: Stage.burstMilliseconds)
    let player = try burst.play(to: "Spinet Monitor")
    try player.waitForEnd(seconds: 60)
    let length = 16 * Song.burstLength(milliseconds: Stage.burstMilliseconds)
    _ = soon(seconds: 40) { monitor.lineCount >= length || monitor.errors.contains("came faster") }
    try expect(
      monitor.lineCount == length && !monitor.errors.contains("came faster"),
      seen: "\(monitor.lineCount) lines. \(monitor.errors)", expected: "\(length) lines")
  }

  private func expectCounts(of instrument: Instrument, beside bare: BareClient) throws {
    let song = Song.burst(controller: 20, value: 1, milliseconds: Stage.burstMilliseconds)
    _ = bare.takeFigures()
    try song.play(to: bare.name).waitForEnd(seconds: 60)
    let figures = bare.takeFigures()
    let allowed = Stage.allowedFactor * max(figures.millisecondsBehind, Stage.leastMilliseconds)
    for widget in Stage.counters { try instrument.set(widget, to: 0) }
    _ = try instrument.millisecondsBehind()
    let player = try song.play(to: instrument.client)
    try player.waitForEnd(seconds: 60)
    let behind = try instrument.millisecondsBehind()
    try expect(player.status == 0, seen: player.errors, expected: "aplaymidi succeeds")
    let values = try instrument.values()
    let counts = Stage.counters.map { Int(((values[$0] ?? 0) / Stage.step).rounded()) }
    let length = Song.burstLength(milliseconds: Stage.burstMilliseconds)
    let seen =
      "\(counts.reduce(0, +)) messages in \(Stage.burstMilliseconds) ms, at most \(Int(behind)) ms behind; "
      + "a client that only reads took \(figures.messages), at most \(Int(figures.millisecondsBehind)) ms behind"
    say("  \(seen)")
    try expect(
      counts.allSatisfy { $0 == length } && behind < allowed, seen: seen,
      expected: "\(length) on each of 16 channels, none \(Int(allowed)) ms behind")
  }

  /// An instrument whose widgets count what comes.
  private func counting() throws -> Instrument {
    let path = "/tmp/hardware/counting.yaml"
    let lines = Stage.counters.enumerated().map { index, widget in
      "  ch \(index + 1) cc 20: {widget: \(widget), mode: twos-complement, step: \(Stage.step)}\n"
    }
    try ("map:\n" + lines.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    // The debug build, emulated, has no time for a journal at this rate; the unit tests push as much into one.
    return try Instrument(
      spinet, named: "Counting", ["--map", path, "--engine", "off", "--pcm", "none", "--journal", "none"])
  }
}
