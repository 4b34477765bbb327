import Foundation
import SpinetSession

/// One machine with a sequencer, a loopback card and a controller, and the instrument under test on it.
final class Stage {
  let spinet: String
  let hotplug: String
  /// The script that makes touch screens and motion sensors, beside `hotplug`.
  var sensor: String { script("sensor") }
  let controller: Controller
  var report: Report
  private(set) var instrument: Instrument?
  private(set) var recording: Recording?

  init(spinet: String, hotplug: String, part: String) {
    self.spinet = spinet
    self.hotplug = hotplug
    controller = Controller("Launch Key", hotplug: hotplug)
    report = Report(part: part)
  }

  /// The path of a script beside `hotplug`.
  func script(_ name: String) -> String { hotplug.replacing(/hotplug$/, with: name) }

  /// Small blocks would be too much for an emulated machine.
  static let playback = [
    "--pcm", "hw:Loopback,0,0", "--rate", "\(Sound.rate)", "--period", "512", "--periods", "3",
  ]

  static let patch = "/tmp/hardware/plain.yaml"
  static let map = "/tmp/hardware/launch-key.yaml"
  static let twinMap = "/tmp/hardware/second-launch-key.yaml"

  /// Everything that the instrument remembers or finds by itself is the suite's own.
  func setUp() throws {
    for (name, path) in [("RUNTIME_DIR", "run"), ("STATE_HOME", "state"), ("CONFIG_HOME", "config")] {
      let directory = "/tmp/hardware/\(path)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      setenv("XDG_\(name)", directory, 1)
    }
    try Stage.patchText.write(toFile: Stage.patch, atomically: true, encoding: .utf8)
    try Stage.mapText.write(toFile: Stage.map, atomically: true, encoding: .utf8)
    try Stage.twinMapText.write(toFile: Stage.twinMap, atomically: true, encoding: .utf8)
    try controller.plug()
    recording = try Recording()
  }

  func tearDown() {
    instrument?.stop()
    recording?.stop()
    try? controller.pull()
  }

  /// One scenario. The instrument has to outlive it.
  func scenario(_ name: String, _ body: () throws -> Void) {
    report.scenario(name) {
      try body()
      if let instrument, !instrument.isRunning {
        throw Mismatch(seen: "it ended: \(instrument.errors)", expected: "spinet still runs")
      }
    }
  }

  /// The instrument that most scenarios play, started by the first one that asks.
  func running() throws -> Instrument {
    if let instrument, instrument.isRunning { return instrument }
    let maps = ["--map", Stage.map, "--map", Stage.twinMap]
    let started = try Instrument(spinet, [Stage.patch] + maps + Stage.playback)
    instrument = started
    return started
  }

  func stopInstrument() {
    instrument?.stop()
    instrument = nil
  }

  func ears() throws -> Recording {
    guard let recording else {
      throw Mismatch(seen: "no recording", expected: "arecord records the loopback card")
    }
    return recording
  }

  func restartRecording() throws {
    recording?.stop()
    recording = try Recording()
  }

  /// Waits until nothing sounds any more.
  func expectSilence(within seconds: Double) throws {
    let end = Date.now.addingTimeInterval(seconds)
    var sound = try ears().listen(seconds: 0.3)
    while sound.level > -60, Date.now < end { sound = try ears().listen(seconds: 0.3, after: 0) }
    try expect(
      sound.level <= -60, seen: "a level of \(Int(sound.level)) dB at \(Int(sound.pitch ?? 0)) Hz",
      expected: "silence within \(seconds) s")
  }

  /// Listens until a note of this pitch is there.
  @discardableResult func expectPitch(_ hertz: Double, within seconds: Double = 3) throws -> Sound {
    let end = Date.now.addingTimeInterval(seconds)
    var sound = try ears().listen(seconds: 0.4)
    while !sound.has(pitch: hertz), Date.now < end { sound = try ears().listen(seconds: 0.4, after: 0) }
    try expect(
      sound.has(pitch: hertz), seen: "a pitch of \(sound.pitch ?? 0) Hz at \(Int(sound.level)) dB",
      expected: "\(hertz) Hz")
    return sound
  }
}

extension Stage {
  /// One bright oscillator with a quick start and a quick end, and nothing that costs more.
  private static let patchText = """
    osc1: {wave: saw, detune: 0}
    osc: {mix: 0, spread: 0}
    filter: {cutoff: 20000, resonance: 0, tracking: 0, envelope: 0, velocity: 0}
    amp: {attack: 0.001, decay: 0.1, sustain: 1, release: 0.03, velocity: 0}
    chorus: {mix: 0}
    delay: {mix: 0}
    reverb: {mix: 0}
    master: {volume: 0.5}

    """

  private static let mapText = """
    controller: Launch Key
    ports: ["Launch Key*"]
    map:
      cc 74: {widget: filter.cutoff, feedback: true}
      cc 22: {widget: master.volume, feedback: true}
      cc 23: {widget: osc.mix, mode: pickup}

    """

  /// For one of two controllers of this name.
  private static let twinMapText = """
    controller: The second Launch Key
    ports: serial 0002
    map:
      cc 24: chorus.mix

    """
}
