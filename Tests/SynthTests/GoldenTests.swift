import EngineRig
import Foundation
import Listening
import SpinetSynth
import Testing

/// A summary of a recording: the level and the brightness of every tenth of a second.
private struct Portrait {
  var lines: [[Double]]

  init(_ sound: [Float]) {
    lines = stride(from: 0, to: sound.count, by: 4_800).map { start in
      let part = Array(sound[start..<min(start + 4_800, sound.count)])
      // The ratio of the levels of slope and sound, in hertz: a spectral centroid without a transform.
      let slope = zip(part, part.dropFirst()).map { $1 - $0 }
      let brightness = part.rms > 1e-5 ? slope.rms / part.rms * 48_000 / (2 * Double.pi) : 0
      return [part.rms, brightness]
    }
  }

  init?(text: String) {
    lines = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    guard lines.allSatisfy({ $0.count == 2 }) else { return nil }
  }

  var text: String { lines.map { String(format: "%.6f %.1f", $0[0], $0[1]) + "\n" }.joined() }

  func resembles(_ other: Portrait) -> Bool {
    lines.count == other.lines.count
      && zip(lines, other.lines).allSatisfy { mine, others in
        abs(mine[0] - others[0]) < 0.03 * others[0] + 2e-4 && abs(mine[1] - others[1]) < 0.05 * others[1] + 30
      }
  }
}

private let golden = ShippedPatches.folder.deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Tests/Golden")

/// Run with `SPINET_WRITE_GOLDEN=1` to make the current sound the expected one.
@Test(arguments: ["default", "reference", "drawbar-organ", "glass-bells", "acid-bass"])
func `A patch sounds as it did`(_ name: String) throws {
  let player = try Player(patch: name)
  for (voice, hertz) in [110.0, 220, 329.63].enumerated() {
    player.start(voice, hertz: hertz, gain: 0.9, at: Int64(voice * 9_600))
    player.release(voice, at: Int64(57_600 + voice * 4_800))
  }
  let portrait = Portrait(player.render(96_000).left)
  let file = golden.appendingPathComponent("synth-\(name).txt")
  if ProcessInfo.processInfo.environment["SPINET_WRITE_GOLDEN"] != nil {
    try Data(portrait.text.utf8).write(to: file)
  }
  let kept = try #require(Portrait(text: String(decoding: Data(contentsOf: file), as: UTF8.self)))
  #expect(portrait.resembles(kept))
}
