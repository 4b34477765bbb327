import Foundation

/// Other instruments as parts.
extension Stage {
  func leading() {
    scenario(
      "A stage leads another instrument through three scenes, and gives it back its notes when it returns"
    ) {
      stopInstrument()
      let path = try write(stage: Self.threeScenes)
      let leader = try Instrument(spinet, named: "Lead", [path, "--no-sound", "--midi", "alsa"])
      defer { leader.stop() }
      try expectScenes(of: leader)
      try expectReturn(of: leader)
    }

    scenario("A router without a sound passes notes nearly as fast as a client that does nothing else") {
      stopInstrument()
      let path = try write(stage: "parts:\n  a: {sound: {midi: Measure, channel: 3}}\n")
      let router = try Instrument(spinet, named: "Router", [path, "--no-sound", "--midi", "alsa"])
      defer { router.stop() }
      try measureRouter(router)
    }
  }

  private static let threeScenes = """
    parts:
      lead:
        sound: {midi: "aseqdump*", channel: 3, program: 12}
        controls: {cutoff: cc 74}
    scenes:
      verse: {send: [{to: lead, cc 20: 1, program: 1}]}
      solo: {set: {lead/cutoff: 99}, send: [{to: "aseqdump*", sysex: F0 7D 01 02 F7, cc 20: 2}]}
      end: {send: [{to: lead, cc 20: 3, transport: stop}]}

    """

  private func write(stage text: String) throws -> String {
    let path = "/tmp/hardware/outside.yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func listen() throws -> Program { try Program(["stdbuf", "-oL", "aseqdump"]) }

  /// The instrument comes after the stage, and reads what each scene sends.
  private func expectScenes(of leader: Instrument) throws {
    let synth = try listen()
    defer { synth.stop() }
    try expectLines(of: synth, ["Program change 2, program 11", "controller 20, value 1", "program 0"])
    try leader.choose(scene: "solo")
    try leader.play(note: 60, seconds: 0.2)
    try leader.choose(scene: "end")
    try expectLines(
      of: synth,
      [
        "Program change 2, program 11", "controller 20, value 1", "program 0", "F0 7D 01 02 F7",
        "controller 20, value 2", "Stop",
      ])
    try expectLines(of: synth, ["Note on 2, note 60", "Note off 2, note 60"])
    try expectLines(of: synth, ["controller 74, value 99", "controller 20, value 3"])
  }

  /// The instrument leaves in the middle of a note.
  private func expectReturn(of leader: Instrument) throws {
    let first = try listen()
    defer { first.stop() }
    try expectLines(of: first, ["program 0", "controller 74, value 99"])
    try leader.play(note: 64, seconds: 100)
    try expectLines(of: first, ["Note on 2, note 64"])
    first.stop()
    let second = try listen()
    defer { second.stop() }
    try expectLines(of: second, ["Note off 2, note 64", "program 0", "controller 74, value 99"])
    try expect(
      !second.output.contains("Stop"), seen: second.output, expected: "a scene's messages only once")
  }

  /// Waits until what was printed has these, in this order.
  private func expectLines(of listener: Program, _ wanted: [String]) throws {
    func isThere() -> Bool {
      var rest = listener.output.replacing(#/ +/#, with: " ")[...]
      for line in wanted {
        guard let range = rest.firstRange(of: line) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
    try expect(soon(seconds: 20, isThere), seen: listener.output + listener.errors, expected: "\(wanted)")
  }

  private func measureRouter(_ router: Instrument) throws {
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "thru")
      .path
    let bare = try Program([path, "pass", "Bare", "Measure"])
    defer { bare.stop() }
    let times = try Program.run(path, "measure", "Measure", "500", "Bare", router.client)
    let figures = times.split(separator: "\n").map { line in
      line.split(separator: " ").suffix(2).compactMap { Double($0) }
    }
    try expect(
      figures.count == 2 && figures.allSatisfy { $0.count == 2 && $0[1] < 1e6 }, seen: times,
      expected: "two lines, and every note back")
    let ratio = figures[1][1] / figures[0][1]
    say(
      "  in to out, middle and p99: bare \(figures[0]) µs, spinet \(figures[1]) µs, p99 \(ratio) times as long"
    )
  }
}
