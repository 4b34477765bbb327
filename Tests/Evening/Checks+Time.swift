import SpinetDevices
import SpinetRealtime
import SpinetSession
import SpinetWidgets

// What must be true of the clock, the song and the set list.
extension Checks {
  /// The notes of a song sound although nobody holds a key. The drum sounds play them too.
  func followSong() {
    musician.time.followEnd()
    if musician.time.isRunning != false { musician.ledger.sounds(until: world.now) }
  }

  func checkTime(_ run: Musician.Run) {
    let time = musician.time
    func value(_ widget: String) -> Double { run.handle.widgets[widget]?.value ?? .nan }
    if let isRunning = time.isRunning {
      mustSoonBe(
        (value("clock.running") > 0) == isRunning, "clock.running", "\(!isRunning)", within: Self.moment)
    }
    if let tempo = time.tempo {
      mustSoonBe(
        abs(value("clock.tempo") - tempo) < 0.01, "clock.tempo", "\(value("clock.tempo")), not \(tempo)")
    }
    if let position = time.position {
      let shown = value("song.position")
      mustSoonBe(
        abs(shown - position) < 0.5, "song.position", "\(shown), not \(position)", within: Self.moment)
    }
    if let index = time.index, run.loads == 0 {
      mustSoonBe(value("setlist") == Double(index), "setlist", "\(value("setlist")), not \(index)")
    }
    checkSentClock(run, time)
  }

  /// In seconds.
  private static let moment = 0.5
  private static let secondsOfTicks = 2.0

  /// The lights get ticks all the time, evenly, and know whether the transport runs.
  private func checkSentClock(_ run: Musician.Run, _ time: TimeLedger) {
    let clock = run.sentClock
    if run.delay.milliseconds != run.handle.status.latencyMilliseconds {
      musician.run?.delay = (run.handle.status.latencyMilliseconds, world.now)
    }
    // With another delay some ticks come closer together, or farther apart.
    let settledAt = max(run.settledAt, musician.run?.delay.since ?? run.delay.since)
    guard run.loads == 0, world.now > settledAt.advanced(bySeconds: 4), time.seconds > 4 else { return }
    if let isRunning = time.isRunning {
      mustSoonBe(
        clock.isRunning(SentClock.lights) ?? false == isRunning, "what the lights were told", "\(!isRunning)")
    }
    guard let tempo = time.tempo else { return }
    let ticks = clock.ticks(to: SentClock.lights, ofLast: Self.secondsOfTicks)
    let wanted = Self.secondsOfTicks * tempo / 60 * 24
    mustSoonBe(
      abs(Double(ticks.count) - wanted) <= 3, "ticks",
      "\(ticks.count) in \(Self.secondsOfTicks) s, not \(wanted)")
    if zip(ticks, ticks.dropFirst()).contains(where: { $0 > $1 }) {
      world.fail("a tick was sent before an earlier one")
    }
  }
}
