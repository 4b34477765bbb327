import Foundation
import SpinetMIDI

/// A clock that is followed.
extension Stage {
  func clocks() {
    scenario("Spinet follows the clock of a sequencer") {
      stopInstrument()
      try followMidish()
    }
  }

  // MARK: A sequencer

  /// No sound: the subject is the clock, and an engine is much for an emulated machine.
  private static let silent = ["--engine", "off", "--midi", "alsa"]

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
}
