import Foundation

/// A `spinet play` that runs, and the commands that ask it things.
final class Instrument {
  private let path: String
  private let tag: String?
  private let play: Program

  /// Starts `spinet play` and waits until it says that it is ready.
  init(_ path: String, named tag: String? = nil, _ options: [String], seconds: Double = 90) throws {
    self.path = path
    self.tag = tag
    let name = tag.map { ["--name", $0] } ?? []
    let play = try Program([path, "play", "--no-terminal", "--state", "none"] + name + options)
    self.play = play
    let isReady = soon(seconds: seconds) { !play.isRunning || !play.output.isEmpty }
    try expect(
      isReady && play.isRunning,
      seen: "status \(play.isRunning ? "none yet" : "\(play.status)"): \(play.errors)",
      expected: "spinet starts and prints a line when it is ready")
  }

  deinit { play.stop() }

  func stop() { play.stop() }

  /// Does what `work` does while the instrument cannot run.
  func whilePaused(_ work: () throws -> Void) rethrows {
    play.pause()
    defer { play.goOn() }
    try work()
  }

  /// What the instrument said on standard error.
  var errors: String { play.errors }

  /// The line that said that it is ready.
  var readiness: String { play.output }

  var isRunning: Bool { play.isRunning }
  var processNumber: Int32 { play.processNumber }

  /// The sequencer client of this instrument.
  var client: String { tag.map { "Spinet \($0)" } ?? "Spinet" }

  private var selection: [String] { tag.map { ["--name", $0] } ?? [] }

  @discardableResult private func ask(_ words: [String]) throws -> String {
    let command = try Program([path] + words + selection)
    try command.waitForEnd()
    try expect(
      command.status == 0, seen: "status \(command.status): \(command.errors)",
      expected: "`spinet \(words.joined(separator: " "))` succeeds")
    return command.output
  }

  func set(_ widget: String, to value: Double) throws { try ask(["widgets", "set", widget, "\(value)"]) }

  /// The port of its panel, and the secret that lets one in.
  func panel() throws -> (port: Int, token: String) {
    let answer = try ask(["panel", "--json"])
    guard let url = answer.firstMatch(of: /http:[^:]*:([0-9]+)[^#]*#([0-9a-f]+)/), let port = Int(url.1)
    else {
      throw Mismatch(seen: answer, expected: "an address")
    }
    return (port, String(url.2))
  }

  func choose(scene: String) throws { try ask(["scene", scene]) }

  /// Plays a key.
  func play(note key: Int, seconds: Double) throws { try ask(["note", "\(key)", "--for", "\(seconds)"]) }

  func engine(_ verb: String) throws { try ask(["engine", verb]) }

  /// How often the sound card has run dry.
  func xruns() throws -> Int { try status("xruns") }

  /// How long a message has waited at most, since this was asked last.
  func millisecondsBehind() throws -> Double { try status("behind") }

  /// Waits until it plays through its sound card again.
  func waitForCard() throws {
    let isBack = soon(seconds: 15) { (try? status("sound") as String) != "lost" }
    try expect(isBack, seen: "the sound card lost", expected: "it is played again")
  }

  /// Waits until it plays on a PCM of this name.
  func waitForPCM(_ name: String, seconds: Double = 20) throws {
    let isThere = soon(seconds: seconds) { (try? status("pcm") as String) == name }
    let seen = (try? status("pcm") as String) ?? "no answer"
    try expect(isThere, seen: "it plays on \(seen)", expected: "it plays on \(name)")
  }

  /// A value of `spinet engine status --json`.
  private func status<Value>(_ key: String) throws -> Value {
    let status = try ask(["engine", "status", "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any]
    guard let value = object?[key] as? Value else {
      throw Mismatch(seen: status, expected: "\(key) in `spinet engine status --json`")
    }
    return value
  }

  /// All widgets' values now, from `spinet widgets --json`.
  func values() throws -> [String: Double] {
    var values: [String: Double] = [:]
    for line in try ask(["widgets", "--json"]).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let name = object?["widget"] as? String { values[name] = object?["value"] as? Double }
    }
    return values
  }

  /// The value of a widget now, from `spinet widgets --json`.
  func value(of widget: String) throws -> Double {
    let values = try values()
    if let value = values[widget] { return value }
    throw Mismatch(
      seen: "\(values)", expected: "a line of `spinet widgets --json` with \(widget) and its value")
  }

  /// Waits until a widget is within `tolerance` of `value`.
  func expectValue(of widget: String, near value: Double, tolerance: Double) throws {
    var seen = try self.value(of: widget)
    let end = Date.now.addingTimeInterval(3)
    while abs(seen - value) > tolerance, Date.now < end { seen = try self.value(of: widget) }
    guard abs(seen - value) <= tolerance else {
      throw Mismatch(seen: "\(widget) at \(seen)", expected: "\(value) ± \(tolerance)")
    }
  }
}
