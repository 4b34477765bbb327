import Foundation
import SpinetSession

/// An instrument of its own that plays on a card while other things happen: 100 events a second for a long time, half of
/// them notes, half of them moves that are counted.
final class Soak {
  private let instrument: Instrument
  private let player: Program
  private let seconds: Int
  private let startedAt = Date.now
  private var first: Resources?

  /// So small that no widget is full after an hour, in which each gets 22,500 moves.
  private static let step = 0.00004
  private static let widgets = [
    "osc.mix", "noise.level", "filter.resonance", "filter.drive", "filterenv.sustain", "amp.velocity",
    "chorus.mix", "chorus.depth",
  ]

  /// What a process has.
  private struct Resources: CustomStringConvertible {
    let kilobytes: Int
    let descriptors: Int
    let threads: Int

    init(of process: Int32) {
      func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(folder)").count) ?? 0
      }
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      kilobytes = status.firstMatch(of: /VmRSS:\s+([0-9]+)/).flatMap { Int($0.1) } ?? 0
      (descriptors, threads) = (count("fd"), count("task"))
    }

    var description: String { "\(kilobytes / 1024) MB, \(descriptors) descriptors, \(threads) threads" }
  }

  init(_ spinet: String, seconds: Int) throws {
    self.seconds = seconds
    let path = "/tmp/hardware/soak.yaml"
    let lines = Self.widgets.enumerated().map { index, widget in
      "  ch \(index + 1) cc 20: {widget: \(widget), mode: twos-complement, step: \(Self.step)}\n"
    }
    try ("map:\n" + lines.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    instrument = try Instrument(
      spinet, named: "Soak",
      [
        Stage.patch, "--map", path, "--pcm", "hw:Dummy,0", "--rate", "\(Sound.rate)", "--period", "1024",
        "--journal", "none",
      ])
    for widget in Self.widgets { try instrument.set(widget, to: 0) }
    player = try Song.steady(seconds: seconds, channels: Self.widgets.count).play(to: instrument.client)
  }

  func stop() {
    player.stop()
    instrument.stop()
  }

  /// Notes what the process has, when it has played for a while.
  func look() {
    if first == nil, Date.now.timeIntervalSince(startedAt) > Double(seconds) / 10 {
      first = Resources(of: instrument.processNumber)
    }
  }

  /// Waits for the end, and checks everything. Returns the figures.
  func finish() throws -> String {
    while player.isRunning, Date.now.timeIntervalSince(startedAt) < Double(seconds) + 120 {
      look()
      Thread.sleep(forTimeInterval: 1)
    }
    try expect(
      !player.isRunning && player.status == 0, seen: player.errors, expected: "aplaymidi plays to its end")
    let state = LiveState(instrument.client)
    try expect(
      soon { state.voices == 0 }, seen: "\(state.voices) voices", expected: "none after the last note")
    let values = try instrument.values()
    let counts = Self.widgets.map { Int(((values[$0] ?? 0) / Self.step).rounded()) }
    let wanted = Song.movesOfSteady(seconds: seconds, channels: Self.widgets.count)
    try expect(counts == wanted, seen: "\(counts) moves", expected: "\(wanted)")
    let last = Resources(of: instrument.processNumber)
    if let first {
      try expect(
        last.kilobytes < first.kilobytes * 5 / 4 + 8192 && last.descriptors <= first.descriptors
          && last.threads <= first.threads,
        seen: "\(last)", expected: "no more than \(first)")
    }
    return "\(seconds) s at 100 events a second: every move counted, \(try instrument.xruns()) xruns, "
      + "\(Int(try instrument.millisecondsBehind())) ms behind at most; \(first.map { "\($0)" } ?? "–") and then \(last)"
  }
}

/// What an instrument says of itself, asked without another process.
struct LiveState {
  private let name: String

  init(_ name: String) { self.name = name }

  private func status(_ key: String) -> Any? {
    guard let line = try? ControlClient(name: name).ask("engine\u{1F}status\u{1F}json").first else {
      return nil
    }
    return (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?[key]
  }

  /// −1 if it does not answer.
  var voices: Int { status("voices") as? Int ?? -1 }
  var sound: String { status("sound") as? String ?? "" }
}
