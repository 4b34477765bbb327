import Foundation
import Listening

/// What is measured of each drum of a kit.
package struct KitTake {
  package let key: Int
  package let peak: Float
  /// dB of the loudest 20 ms, as heard.
  package let level: Double
  /// Seconds until it is 40 dB softer than its loudest.
  package let length: Double
  package let timbre: Timbre

  package init(_ kit: String, key: Int) throws {
    self.key = key
    let sound = try PatchRig(ShippedPatches.patch(kit), settings: ["reverb.mix": 0]).play(
      [.init(key, velocity: 100, for: 0.05)], seconds: 4)
    peak = max(sound.left.peak, sound.right.peak)
    let levels = stride(from: 0, to: sound.left.count, by: 960).map { start in
      Array(sound.left[start..<start + 960]).rms + Array(sound.right[start..<start + 960]).rms
    }
    level = Loudness.integrated(Array(sound.left.prefix(24_000)), Array(sound.right.prefix(24_000)))
    let loudest = levels.max() ?? 0
    length = Double((levels.lastIndex { $0 > loudest / 100 } ?? 0) + 1) * 0.02
    timbre = Timbre(sound.left, sound.right)
  }
}

extension PatchTake {
  /// How far a note is out of tune, in cents, with the effects off. NaN for what has no pitch.
  package static func cents(_ name: String, key: Int, ratio: Double = 1) throws -> Double {
    let still: [String: Double] = [
      "osc1.detune": 0, "osc2.detune": 0, "unison.detune": 0, "vibrato.depth": 0, "lfo.pitch": 0,
      "lfo2.pitch": 0, "lfo.filter": 0, "lfo2.filter": 0, "delay.mix": 0,
      "matrix.1.amount": 0,
      "chorus.mix": 0, "reverb.mix": 0, "rotary.mix": 0, "tremolo.depth": 0, "drive.amount": 0,
    ]
    let sound = try PatchRig(ShippedPatches.patch(name), settings: still).play(
      [.init(key, for: 1)], seconds: 0.6)
    let hertz = 440 * exp2(Double(key - 69) / 12) * ratio
    return 1_200 * log2(Array(sound.left[9_600..<19_200]).frequency(near: hertz) / hertz)
  }
}
