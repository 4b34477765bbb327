import Foundation

/// What has to go well each time. How often it is tried is said by the environment; a few times without it.
extension Stage {
  private static func number(_ name: String, else few: Int) -> Int {
    ProcessInfo.processInfo.environment["SPINET_\(name)"].flatMap(Int.init) ?? few
  }

  func enduring() {
    var soak: Soak?
    defer { soak?.stop() }
    func soaking() throws -> Soak {
      if let soak { return soak }
      let begun = try Soak(spinet, seconds: Self.number("SOAK_SECONDS", else: 10))
      soak = begun
      return begun
    }

    scenario(
      "A controller that is pulled with keys down again and again leaves no note, and plays when it is back"
    ) {
      let soak = try soaking()
      try replug(Self.number("REPLUGS", else: 5)) { soak.look() }
    }

    scenario("A sound card that is pulled again and again comes back each time") {
      let soak = try soaking()
      try loseCard(Self.number("LOSSES", else: 3)) { soak.look() }
    }

    scenario("An instrument that plays again and again, 100 events a second, misses none and does not grow") {
      say("  \(try soaking().finish())")
    }
  }

  private func replug(_ count: Int, then work: () -> Void) throws {
    let state = LiveState(try running().client)
    let announcements = try Announcements(of: controller.name)
    defer { announcements.stop() }
    var stuck = 0
    for turn in 1...count {
      try controller.write([0x90, 0x45, 0x64, 0x48, 0x64])
      try expect(
        soon { state.voices >= 2 }, seen: "\(state.voices) voices in turn \(turn)", expected: "two notes")
      try controller.pullAtOnce()
      if !soon(seconds: 3, { state.voices == 0 }) { stuck += 1 }
      try controller.plugAtOnce()
      let isBack = soon(seconds: 20) {
        announcements.read()
        return announcements.delays.spinet.count >= turn && announcements.delays.bare.count >= turn
      }
      try expect(
        isBack,
        seen: "\(announcements.delays.spinet.count) and \(announcements.delays.bare.count) of \(turn)",
        expected: "both clients read from the port")
      work()
      if turn % 50 == 0 { say("  \(turn) replugs, \(stuck) stuck") }
    }
    let delays = announcements.delays
    let (spinet, bare) = (
      Announcements.Delays.middle(delays.spinet), Announcements.Delays.middle(delays.bare)
    )
    // How long it takes is a figure, not a test: an emulated machine on a busy one tells little by a few turns.
    say(
      "  \(count) replugs, \(stuck) stuck; from the announcement to reading \(spinet) ms, a bare client \(bare) ms"
    )
    say("  the longest \(delays.spinet.max() ?? 0) and \(delays.bare.max() ?? 0) ms")
    try expect(stuck == 0, seen: "\(stuck) of \(count) stuck", expected: "none")
  }

  private func loseCard(_ count: Int, then work: () -> Void) throws {
    let state = LiveState(try running().client)
    recording?.stop()
    defer { try? restartRecording() }
    var slowest = 0.0
    for turn in 1...count {
      try controller.write([0x90, 0x45, 0x64])
      try expect(
        soon { state.voices >= 1 && state.sound == "playing" },
        seen: "\(state.voices) voices, \(state.sound), in turn \(turn)",
        expected: "a note that plays")
      try Program.run("timeout", "15", hotplug, "unplug", "card", "snd_aloop")
      try expect(soon { state.sound == "lost" }, seen: "\(state.sound) in turn \(turn)", expected: "lost")
      try controller.write([0x80, 0x45, 0])
      try Program.run(hotplug, "plug", "card", "snd_aloop")
      let began = Date.now
      try expect(
        soon(seconds: 15) { ["playing", "resting"].contains(state.sound) },
        seen: "\(state.sound) in turn \(turn)",
        expected: "it plays again")
      slowest = max(slowest, Date.now.timeIntervalSince(began))
      try expect(soon { state.voices == 0 }, seen: "\(state.voices) voices in turn \(turn)", expected: "none")
      work()
      if turn % 50 == 0 { say("  \(turn) losses") }
    }
    say("  \(count) losses; back after \((slowest * 10).rounded() / 10) s at most")
  }
}
