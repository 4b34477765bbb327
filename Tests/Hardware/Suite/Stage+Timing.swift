import Foundation
import SpinetSession

extension Stage {
  private static let beats = 16
  private static let beatSeconds = 0.25

  /// Where notes fall in the audio.
  func timing() {
    scenario("The notes of a metronome fall on an even grid") {
      let instrument = try running()
      // An emulated machine stalls when its host is busy, and loses blocks then: such a take proves nothing.
      for _ in 0..<4 {
        let xruns = try instrument.xruns()
        do {
          return try expectGrid(try metronome(on: instrument))
        } catch let mismatch as Mismatch {
          let lost = try instrument.xruns() - xruns
          guard lost > 0 else { throw mismatch }
          say("  a take without value: the machine lost \(lost) blocks")
        }
      }
      say("  not judged: this machine loses blocks in every take")
    }
  }

  /// The frames at which the notes of a metronome begin.
  private func metronome(on instrument: Instrument) throws -> [Int] {
    try expectSilence(within: 5)
    var player: Program?
    defer { player?.stop() }
    let milliseconds = Int(Stage.beatSeconds * 1_000)
    let song = Song.metronome(note: 108, count: Stage.beats, every: milliseconds)
    return try ears().listen(seconds: Double(Stage.beats + 10) * Stage.beatSeconds) {
      player = try song.play(to: instrument.client)
    }.onsets
  }

  /// Blocks are of 21 ms, and a note that waited for its block would be off by as much. From note to note,
  /// because a block that was lost moves all the notes after it.
  private func expectGrid(_ onsets: [Int]) throws {
    let spacing = Int(Stage.beatSeconds * Double(Sound.rate))
    let errors = zip(onsets, onsets.dropFirst()).map { $1 - $0 - spacing }
    say("  from note to note, frames too many: \(errors.map(String.init).joined(separator: " "))")
    let even = errors.count { abs($0) <= Sound.rate / 1_000 }
    try expect(
      even >= Stage.beats / 2, seen: "\(even) of \(Stage.beats - 1) steps even within a millisecond",
      expected: "half of them at least")
  }
}
