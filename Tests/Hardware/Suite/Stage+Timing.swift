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
      let spread = (late.max() ?? 0) - (late.min() ?? 0)
      say("  onsets against the grid, in frames: \(late.map(String.init).joined(separator: " "))")
      try expect(spread < 96, seen: "a spread of \(spread) frames", expected: "less than 2 ms, 96 frames")
    }
  }

  /// How late each onset is in frames, against the grid that begins with the first.
  private static func lateness(of onsets: [Int], spacing: Int) -> [Int] {
    onsets.enumerated().map { $0.element - onsets[0] - $0.offset * spacing }
  }
}
