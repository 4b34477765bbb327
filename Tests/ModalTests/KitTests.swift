import Foundation
import Listening
import PatchRig
import SpinetFormats
import Testing

private let kits = ["standard-kit", "room-kit", "electronic-kit", "brush-kit"]

/// The sound of strokes on a kit: key, velocity, seconds.
private func strokes(
  _ kit: String, _ notes: [(key: Int, velocity: Double, at: Double)], seconds: Double = 2.1,
  settings: [String: Double] = ["reverb.mix": 0], block: Int = 1_024
) throws -> (left: [Float], right: [Float]) {
  try PatchRig(ShippedPatches.patch(kit), settings: settings).play(
    notes.map { PatchRig.Note($0.key, velocity: $0.velocity, at: $0.at, for: 0.05) }, seconds: seconds,
    block: block)
}

private func stroke(_ kit: String, _ key: Int, velocity: Double = 100) throws -> (
  left: [Float], right: [Float]
) {
  try strokes(kit, [(key, velocity, 0)])
}

@Suite struct KitTests {
  /// The drums that somebody could take for each other.
  private static let families = [
    [35, 36, 86, 87], [37, 38, 39, 40], [41, 43, 45, 47, 48, 50], [42, 44, 46], [49, 51, 52, 53, 55, 57, 59],
    [54, 69, 70, 82, 83], [53, 56, 67, 68, 80, 81, 84], [60, 61, 62, 63, 64], [65, 66], [37, 75, 76, 77, 85],
    [71, 72], [73, 74, 58], [78, 79], [27, 28, 29, 30, 31, 32, 33, 34],
  ]

  @Test(arguments: kits) func `Every drum of General MIDI 2 sounds and ends`(kit: String) throws {
    for key in 27...87 {
      let sound = try strokes(kit, [(key, 100, 0)], seconds: 9)
      #expect(sound.left.peak > 0.01 && sound.left.peak < 0.98, "\(key)")
      #expect(sound.left.isFinite && abs(sound.left.mean) < 1e-3, "\(key)")
      #expect(Array(sound.left.suffix(4_800)).peak < 1e-4, "\(key)")
      let isSlow = sound.left.contains(where: \.isSubnormal)
      #expect(!isSlow, "\(key)")
    }
    #expect(try stroke(kit, 26).left.peak == 0)
    #expect(try stroke(kit, 88).left.peak == 0)
  }

  @Test func `Drums of a family differ from each other`() throws {
    for family in Self.families {
      let timbres = try family.map { key in
        let sound = try stroke("standard-kit", key)
        return Timbre(sound.left, sound.right)
      }
      for one in family.indices {
        for two in family.indices where two < one {
          let distance = timbres[one].distance(to: timbres[two])
          #expect(distance > 3, "\(family[one]) and \(family[two]): \(distance) dB")
        }
      }
    }
  }

  @Test func `The four kits differ in what a rhythm is made of`() throws {
    for key in [36, 38, 42, 46, 49, 45] {
      let timbres = try kits.map { kit in
        let sound = try strokes(kit, [(key, 100, 0)], settings: [:])
        return Timbre(sound.left, sound.right)
      }
      for one in kits.indices {
        for two in kits.indices where two < one {
          let distance = timbres[one].distance(to: timbres[two])
          #expect(distance > 2, "\(kits[one]) and \(kits[two]), key \(key): \(distance) dB")
        }
      }
    }
  }

  @Test(arguments: [(46, 42), (46, 44), (72, 71), (74, 73), (79, 78), (81, 80), (87, 86), (30, 29)])
  func `A drum of a class ends the other by 20 dB in 100 ms`(long: Int, short: Int) throws {
    // Soft enough that its own sound is far below.
    let at = long == 46 || long == 81 || long == 87 || long == 72 ? 0.2 : 0.05
    let alone = try stroke("standard-kit", long)
    let choked = try strokes("standard-kit", [(long, 100, 0), (short, 1, at)])
    let span = Int((at + 0.1) * 48_000)..<Int((at + 0.15) * 48_000)
    let (before, after) = (Array(alone.left[span]).rms, Array(choked.left[span]).rms)
    #expect(20 * log10(max(after, 1e-9) / before) < -20, "\(before) → \(after)")
  }

  @Test func `A drum that is in no class rings on`() throws {
    let alone = try stroke("standard-kit", 49)
    let both = try strokes("standard-kit", [(49, 100, 0), (42, 1, 0.2)])
    let span = 14_400..<19_200
    #expect(Array(both.left[span]).rms > 0.8 * Array(alone.left[span]).rms)
  }

  @Test(arguments: [36, 38, 42, 45, 49, 51, 60, 70]) func `No stroke of a roll is the one before`(key: Int)
    throws
  {
    let roll = try strokes("standard-kit", [(key, 100, 0), (key, 100, 3)], seconds: 3.2)
    let (one, two) = (Array(roll.left[0..<4_800]), Array(roll.left[144_000..<148_800]))
    let difference = zip(one, two).map { $0 - $1 }
    #expect(difference.rms > 0.05 * one.rms)
    #expect(abs(20 * log10(one.rms / two.rms)) < 4)
  }

  @Test func `The pedal closes the open hat, and half open it sizzles`() throws {
    let levels = try [0, 0.5, 1].map { pedal -> Double in
      let sound = try strokes(
        "standard-kit", [(46, 100, 0)], settings: ["hat.pedal": pedal, "reverb.mix": 0])
      return Array(sound.left[9_600..<14_400]).rms
    }
    #expect(levels[0] > 2 * levels[1] && levels[1] > 2 * levels[2], "\(levels)")
  }

  @Test func `A soft stroke is softer and duller`() throws {
    for key in [36, 38, 42, 47, 49] {
      let (soft, strong) = try (
        stroke("standard-kit", key, velocity: 1), stroke("standard-kit", key, velocity: 127)
      )
      #expect(
        20 * log10(Array(strong.left.prefix(9_600)).rms / Array(soft.left.prefix(9_600)).rms) > 30, "\(key)")
    }
  }

  @Test func `Any block size gives the same samples, and nothing asks for memory`() throws {
    let notes = (0..<12).map { (key: 36 + $0, velocity: 90.0, at: Double($0) * 0.0317) }
    let one = try strokes("standard-kit", notes, seconds: 0.6, block: 64)
    #expect(try strokes("standard-kit", notes, seconds: 0.6, block: 999).left == one.left)
    #expect(try PatchRig(ShippedPatches.patch("standard-kit")).allocationsInAStorm() == 0)
  }
}
