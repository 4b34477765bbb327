import Foundation

extension Stage {
  /// Where notes fall in the audio.
  func timing() {
    scenario("The notes of a metronome fall on an even grid") {
      let instrument = try running()
      let beats = 16
      let spacing = 250
      var player: Program?
      let sound = try ears().listen(seconds: Double((beats + 10) * spacing) / 1_000) {
        player = try Song.metronome(note: 108, count: beats, every: spacing).play(to: instrument.client)
      }
      player?.stop()
      let onsets = sound.onsets
      try expect(onsets.count == beats, seen: "\(onsets.count) onsets: \(onsets)", expected: "\(beats)")
      let late = Stage.lateness(of: onsets, spacing: spacing * Sound.rate / 1_000)
      say("  onsets against the grid, in frames: \(late.map(String.init).joined(separator: " "))")
      // Blocks are 1,024 frames. An emulated machine stalls now and then, and its kernel is late by as much.
      try expect(
        late.count { abs($0) <= 48 } >= beats * 3 / 4 && late.allSatisfy { abs($0) <= 240 },
        seen: "\(late) frames", expected: "three in four within a millisecond, all within five")
    }
  }

  /// How late each onset is in frames, against the grid on which the middle one is.
  private static func lateness(of onsets: [Int], spacing: Int) -> [Int] {
    let starts = onsets.enumerated().map { $0.element - $0.offset * spacing }
    let middle = starts.sorted()[starts.count / 2]
    return starts.map { $0 - middle }
  }
}
