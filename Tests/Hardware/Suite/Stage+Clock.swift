import Foundation
import SpinetMIDI

/// Clocks that are sent and followed, songs, and the latency.
extension Stage {
  func clocks() {
    scenario("A Spinet that follows another's clock begins with its first tick, and stays with it") {
      stopInstrument()
      try followSpinet()
    }
    scenario("A sequencer follows the clock of Spinet") {
      stopInstrument()
      try leadMidish()
    }
    scenario("Spinet follows the clock of a sequencer") {
      stopInstrument()
      try followMidish()
    }
    scenario("A controller plays over a song") {
      stopInstrument()
      try playOverSong()
    }
    scenario("The latency is measured through the loopback card") {
      stopInstrument()
      try measureLatency()
    }
  }

  /// No sound: the subject is the clock, and an engine is much for an emulated machine.
  private static let silent = ["--engine", "off", "--midi", "alsa"]

  // MARK: Two Spinets

  private func followSpinet() throws {
    let listener = try ClockListener(named: "Clock Ear")
    defer { listener.stop() }
    let follower = try Instrument(
      spinet, named: "Follow", [Stage.patch, "--clock-out", listener.name] + Self.silent)
    defer { follower.stop() }
    let leader = try Instrument(
      spinet, named: "Lead",
      [Stage.patch, "--clock-out", listener.name, "--clock-out", follower.client] + Self.silent)
    defer { leader.stop() }
    // The ticks of an emulated machine are to be longer than its delays.
    let (tempo, tick) = (30.0, 60_000.0 / 30 / 24)
    try leader.set("clock.tempo", to: tempo)
    try expectTicks(listener, from: client(named: follower.client), milliseconds: tick)
    try leader.set("clock.running", to: 1)
    let led = try ticks(listener, from: client(named: leader.client))
    let followed = try ticks(listener, from: client(named: follower.client))
    try leader.set("clock.running", to: 0)
    try follower.expectValue(of: "clock.running", near: 0, tolerance: 0)
    try follower.expectValue(of: "clock.tempo", near: tempo, tolerance: tempo / 100)
    let distances = zip(followed, led).map { $0 - $1 }
    say(
      "  from the leader's tick to the same one of the follower, ms: first \(Self.text(distances.first)), p50 "
        + "\(Self.text(distances.quantile(0.5))), p99 \(Self.text(distances.quantile(0.99)))")
    let uneven = zip(led.dropFirst(), led).map { abs($0 - $1 - tick) }
    say("  the leader's ticks beside even ones, ms: p99 \(Self.text(uneven.quantile(0.99)))")
    for (what, distance) in [("begins", distances.first), ("stays", distances.quantile(0.5))] {
      try expect(
        distance.map { abs($0) < tick } ?? false, seen: "\(Self.text(distance)) ms",
        expected: "the follower \(what) in the leader's tick")
    }
  }

  // MARK: A sequencer

  /// midish plays a song of two notes, four quarters apart, when Spinet starts, at Spinet's tempo.
  private func leadMidish() throws {
    let listener = try ClockListener(named: "Clock Ear")
    defer { listener.stop() }
    var song = Song()
    // midish counts a tick of its song for each of the clock.
    song.ticksPerBeat = 24
    song.add(note: 69, at: 0, until: 7)
    song.add(note: 76, at: 96, until: 103)
    try song.file.write(to: URL(filePath: "/tmp/hardware/followed.mid"))
    let leader = try Instrument(
      spinet, named: "Lead",
      [Stage.patch, "--clock-out", listener.name, "--clock-out", "midish"] + Self.silent)
    defer { leader.stop() }
    try leader.set("clock.tempo", to: 80)
    let midish = try startMidish(
      "import \"followed.mid\"", "dnew 0 \"\(listener.name):0\" wo", "dnew 1 nil ro", "dclkrx 1",
      "m off", "p")
    defer { midish.stop() }
    try expect(
      soon(seconds: 20) { leader.errors.contains("clock: sent to midish") }, seen: leader.errors,
      expected: "Spinet finds the sequencer")
    try leader.set("clock.running", to: 1)
    let sequencer = try client(named: "midish/0")
    let isOver = soon(seconds: 30) { Self.notes(listener, from: sequencer).count >= 2 }
    let notes = Self.notes(listener, from: sequencer)
    let told = listener.heard.filter { $0.message != .timingClock }
    try expect(
      isOver, seen: "\(notes). \(told.prefix(9)). \(midish.output) \(midish.errors)",
      expected: "both notes of midish")
    let begin = try ticks(listener, from: client(named: leader.client))[0]
    say(
      "  midish plays \(Self.text(notes[0] - begin)) ms after the first tick, and the next \(Self.text(notes[1] - notes[0])) "
        + "ms later; 3000 are right")
    let tick = 60_000.0 / 80 / 24
    try expect(abs(notes[0] - begin) < tick, seen: "\(notes[0] - begin) ms", expected: "in the first tick")
    try expect(
      abs(notes[1] - notes[0] - 3000) < tick, seen: "\(notes[1] - notes[0]) ms",
      expected: "four quarters at 80")
  }

  /// Waits until a client's ticks of a whole beat are evenly apart. Asking the client would be much work for an emulated
  /// machine, and delay them.
  private func expectTicks(_ listener: ClockListener, from client: String, milliseconds: Double) throws {
    func gaps() -> [Double] {
      let ticks = listener.heard.filter { $0.client == client && $0.message == .timingClock }.suffix(25)
      return zip(ticks.dropFirst(), ticks).map { $0.milliseconds - $1.milliseconds }
    }
    let isEven = soon(seconds: 60) {
      let gaps = gaps()
      return gaps.count == 24 && gaps.allSatisfy { abs($0 - milliseconds) < milliseconds / 2 }
    }
    try expect(isEven, seen: "ticks \(gaps()) ms apart", expected: "\(milliseconds) ms, for a beat")
  }

  /// The ticks since a start, once there are more than a hundred of them.
  private func ticks(_ listener: ClockListener, from client: String) throws -> [Double] {
    _ = soon(seconds: 30) { (listener.ticks(since: .start, from: client)?.count ?? 0) > 100 }
    guard let ticks = listener.ticks(since: .start, from: client), ticks.count > 100 else {
      throw Mismatch(
        seen: "\(listener.heard.count) messages: \(listener.heard.filter { $0.client == client }.prefix(5))",
        expected: "a start and a hundred ticks of client \(client)")
    }
    return ticks
  }

  private static func text(_ milliseconds: Double?) -> String {
    milliseconds.map { "\(($0 * 1000).rounded() / 1000)" } ?? "none"
  }

  private static func notes(_ listener: ClockListener, from client: String) -> [Double] {
    listener.heard.filter { event in
      guard event.client == client, case .noteOn = event.message else { return false }
      return true
    }.map(\.milliseconds)
  }

  private func client(named name: String) throws -> String {
    guard let client = Sequencer.clients(named: name).first else {
      throw Mismatch(seen: Sequencer.listing(), expected: "a client \(name)")
    }
    return client.number
  }

  /// midish with these lines, until it is interrupted.
  private func startMidish(_ lines: String...) throws -> Program {
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(toFile: "/tmp/hardware/clock.midish", atomically: true, encoding: .utf8)
    return try Program(["sh", "-c", "cd /tmp/hardware && exec midish -b < clock.midish"])
  }

  private func followMidish() throws {
    let follower = try Instrument(spinet, named: "Follow", [Stage.patch] + Self.silent)
    defer { follower.stop() }
    var song = Song()
    song.add(note: 69, at: 0, until: 30_000)
    try song.file.write(to: URL(filePath: "/tmp/hardware/leading.mid"))
    let midish = try startMidish(
      "import \"leading.mid\"", "dnew 0 \"\(follower.client):0\" wo", "dclktx {0}", "m off", "p")
    defer { midish.stop() }
    try follower.expectValue(of: "clock.running", near: 1, tolerance: 0)
    try follower.expectValue(of: "clock.tempo", near: 120, tolerance: 1)
    midish.interrupt()
    try midish.waitForEnd()
    try follower.expectValue(of: "clock.running", near: 0, tolerance: 0)
    try follower.expectValue(of: "clock.tempo", near: 120, tolerance: 1)
  }

  // MARK: A song, and the latency

  private func playOverSong() throws {
    try restartRecording()
    // Longer than an emulated machine needs for all of this, because the song begins by itself.
    let song = Song(note: 69, seconds: 180)
    try song.file.write(to: URL(filePath: "/tmp/hardware/under.mid"))
    let instrument = try Instrument(spinet, ["/tmp/hardware/under.mid", Stage.patch] + Stage.playback)
    defer { instrument.stop() }
    try expectPitch(440, within: 20)
    // No harmonic of the song's note is there: of two waves with the same frequency one can hide the other.
    let (songHertz, keyHertz) = (440.0, 659.26)
    try controller.send("90 4C 64")
    let both = try ears().listen(seconds: 0.5)
    try controller.send("80 4C 00")
    let alone = try ears().listen(seconds: 0.5)
    say(
      "  beside the song's note at \(Int(both.level(at: songHertz))) dB, the key's: \(Int(both.level(at: keyHertz))) dB"
    )
    for (heard, when) in [(both, "while the key is down"), (alone, "when it is up")] {
      try expect(
        heard.level(at: songHertz) > -50, seen: "\(heard.level(at: songHertz)) dB",
        expected: "the song's note \(when)")
    }
    try expect(
      both.level(at: keyHertz) > alone.level(at: keyHertz) + 20,
      seen: "\(both.level(at: keyHertz)) dB with the key, \(alone.level(at: keyHertz)) dB without",
      expected: "the key's note")
    try instrument.set("song.playing", to: 0)
    try expectSilence(within: 6)
  }

  private func measureLatency() throws {
    recording?.stop()
    defer { try? restartRecording() }
    let command = try Program([
      spinet, "latency", "--pcm", "hw:Loopback,0,0", "--input", "plughw:Loopback,1,0", "--rate",
      "\(Sound.rate)", "--period", "512", "--periods", "3", "--notes", "10", "--json",
    ])
    try command.waitForEnd(seconds: 180)
    say("  \(command.output.trimmed)")
    try expect(command.status == 0, seen: command.errors, expected: "`spinet latency` ends well")
    let answer =
      try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any] ?? [:]
    let heard = answer["heard"] as? Int ?? 0
    try expect(heard >= 8, seen: "\(command.output) \(command.errors)", expected: "8 of 10 notes heard")
    guard let latency = answer["latency"] as? Double, let promised = answer["promised"] as? Double else {
      throw Mismatch(seen: command.output, expected: "what was measured and what is promised")
    }
    // The loopback card adds its own period.
    try expect(
      latency > promised - 25 && latency < promised + 100, seen: "\(latency) ms of \(promised)",
      expected: "about what the settings promise")
  }
}
