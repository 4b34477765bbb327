import Foundation
import SpinetMIDI

/// A clock that is followed, and a song with keys beside it.
extension Stage {
  func clocks() {
    scenario("Spinet follows the clock of a sequencer") {
      stopInstrument()
      try followMidish()
    }
    scenario("A controller plays over a song") {
      stopInstrument()
      try playOverSong()
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

  // MARK: A song

  private func playOverSong() throws {
    try restartRecording()
    let song = Song(note: 69, seconds: 12)
    try song.file.write(to: URL(filePath: "/tmp/hardware/under.mid"))
    let instrument = try Instrument(spinet, ["/tmp/hardware/under.mid", Stage.patch] + Stage.playback)
    defer { instrument.stop() }
    try instrument.set("song.position", to: 0)
    try instrument.set("song.playing", to: 1)
    try expectPitch(440, within: 10)
    try controller.send("90 51 64")
    let both = try ears().listen(seconds: 0.5)
    try controller.send("80 51 00")
    let (under, over) = (both.level(at: 440), both.level(at: 880))
    let alone = try ears().listen(seconds: 0.5)
    say("  beside the song's note at \(Int(under)) dB, the key's an octave higher: \(Int(over)) dB")
    try expect(
      alone.has(pitch: 440), seen: "\(alone.pitch ?? 0) Hz", expected: "the song's note when the key is up")
    try expect(
      over > alone.level(at: 880) + 3, seen: "\(over) dB with the key, \(alone.level(at: 880)) dB without",
      expected: "both the song and the key")
    try instrument.set("song.playing", to: 0)
    try expectSilence(within: 6)
  }
}
