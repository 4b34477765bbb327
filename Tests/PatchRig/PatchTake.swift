import Foundation
import Listening
import SpinetFormats

/// What is measured of a patch.
package struct PatchTake: Sendable {
  package let name: String
  package let patch: Patch
  /// LUFS of its phrase.
  package let loudness: Double
  package let peak: Float
  package let directCurrent: Double
  /// The highest sample long after the last note.
  package let rest: Float
  /// dB from the softest touch to the strongest.
  package let dynamics: Double
  /// How many times higher the centre of the spectrum is with the strongest touch.
  package let brightening: Double
  /// How much sharper the sharpest bend is when the key is let go than before: a click is far above 1.
  package let click: Float
  package let timbre: Timbre

  package var isKit: Bool { patch.family == "drums" }

  package init(_ name: String) throws {
    self.name = name
    patch = try ShippedPatches.patch(name)
    let phrase = try Self.phrase(of: patch)
    loudness = Loudness.integrated(phrase.left, phrase.right)
    peak = max(phrase.left.peak, phrase.right.peak)
    directCurrent = abs(phrase.left.mean)
    let note = Self.key(of: patch)
    let strong = try PatchRig(patch).play([.init(note, velocity: 127, for: 1)], seconds: 14)
    rest = max(Array(strong.left.suffix(4_800)).peak, Array(strong.right.suffix(4_800)).peak)
    click =
      Array(strong.left[47_900..<50_400]).greatestBend
      / max(1e-4, Array(strong.left[38_400..<47_900]).greatestBend)
    let soft = try PatchRig(patch).play([.init(note, velocity: 1, for: 1)], seconds: 2)
    dynamics = 20 * log10(Self.loudest(strong.left) / Self.loudest(soft.left))
    brightening = Self.centre(strong.left) / max(1, Self.centre(soft.left))
    let middle = try PatchRig(patch).play([.init(note, velocity: 100, for: 1)], seconds: 2.1)
    timbre = Timbre(middle.left, middle.right)
  }

  /// Eight seconds: three notes that rise, a chord, and the chord again softly; of a kit, a bar of a rhythm.
  package static func phrase(of patch: Patch) throws -> (left: [Float], right: [Float]) {
    try PatchRig(patch).play(patch.family == "drums" ? rhythm : melody(key(of: patch)), seconds: 7.5)
  }

  private static func melody(_ low: Int) -> [PatchRig.Note] {
    let rising = [0, 4, 7].enumerated().map {
      PatchRig.Note(low + $1, velocity: 100, at: Double($0) * 0.5, for: 0.45)
    }
    let chords = [(1.5, 100.0), (3.5, 50.0)].flatMap { start, velocity in
      [0, 4, 7, 12].map { PatchRig.Note(low + $0, velocity: velocity, at: start, for: 1.8) }
    }
    return rising + chords
  }

  private static let rhythm: [PatchRig.Note] =
    (0..<16).flatMap { step -> [PatchRig.Note] in
      let at = Double(step) * 0.25
      var keys = [step % 4 == 2 ? 46 : 42]
      if step % 4 == 0 { keys.append(36) }
      if step % 4 == 2 { keys.append(38) }
      if step == 0 { keys.append(49) }
      if step > 11 { keys.append([50, 47, 45, 41][step - 12]) }
      return keys.map { PatchRig.Note($0, velocity: 100, at: at, for: 0.1) }
    }

  /// The key at which a patch is at home.
  package static func key(of patch: Patch) -> Int {
    switch patch.family {
    case "drums": 38
    case "bass": 40
    default: 60
    }
  }

  private static func loudest(_ sound: [Float]) -> Double {
    stride(from: 0, to: min(sound.count, 48_000), by: 960).map { Array(sound[$0..<$0 + 960]).rms }.max() ?? 0
  }

  /// Hertz: the ratio of the levels of slope and sound.
  private static func centre(_ sound: [Float]) -> Double {
    let part = Array(sound.prefix(24_000))
    let slope = zip(part, part.dropFirst()).map { $1 - $0 }
    return slope.rms / max(1e-12, part.rms) * 48_000 / (2 * .pi)
  }
}
