import Foundation

extension Stage {
  private static let beats = 16
  private static let beatSeconds = 0.25

  /// Where notes fall in the audio.
  func timing() {
    scenario("The notes of a metronome fall on an even grid") {
      let instrument = try running()
      // An emulated machine stalls when its host is busy, and loses blocks then: the best of three counts.
      for isLast in [false, false, true] {
        do {
          return try expectGrid(try metronome(on: instrument))
        } catch let stall as Mismatch where !isLast {
          say("  once more: \(stall)")
        }
      }
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

  /// Blocks are of 21 ms; the kernel's own stamps are late by a fraction of a millisecond.
  private func expectGrid(_ onsets: [Int]) throws {
    try expect(
      onsets.count == Stage.beats, seen: "\(onsets.count) onsets: \(onsets)", expected: "\(Stage.beats)")
    let late = Stage.lateness(of: onsets)
    say("  onsets against the grid, in frames: \(late.map(String.init).joined(separator: " "))")
    let millisecond = Sound.rate / 1_000
    try expect(
      late.count { abs($0) <= millisecond } >= Stage.beats * 3 / 4
        && late.allSatisfy { abs($0) <= 5 * millisecond },
      seen: "\(late) frames", expected: "three in four within a millisecond, all within five")
  }

  /// How late each onset is in frames, against the grid on which the middle one is.
  private static func lateness(of onsets: [Int]) -> [Int] {
    let spacing = Int(beatSeconds * Double(Sound.rate))
    let starts = onsets.enumerated().map { $0.element - $0.offset * spacing }
    let middle = starts.sorted()[starts.count / 2]
    return starts.map { $0 - middle }
  }
}
