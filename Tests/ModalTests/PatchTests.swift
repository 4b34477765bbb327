import Foundation
import Listening
import PatchRig
import SpinetFormats
import SpinetWidgets
import Testing

/// Every shipped patch, measured once.
private enum Takes {
  static let all: [PatchTake] = ShippedPatches.names.compactMap { try? PatchTake($0) }
  /// Two voices that benchmarks and tests play; they are not for the stage.
  static let measured: Set<String> = ["full", "reference"]
}

@Suite struct PatchTests {
  @Test func `There are 64 patches, each with a name, an author, a family and tags`() throws {
    #expect(Takes.all.count == ShippedPatches.names.count && Takes.all.count >= 64)
    for take in Takes.all {
      #expect(take.patch.name != nil && take.patch.author != nil && take.patch.family != nil, "\(take.name)")
      #expect(!take.patch.tags.isEmpty, "\(take.name)")
    }
    #expect(Set(Takes.all.compactMap(\.patch.name)).count == Takes.all.count)
  }

  @Test func `All are equally loud, and clean`() {
    for take in Takes.all where !Self.parts.union(Takes.measured).contains(take.name) {
      #expect(
        abs(take.loudness - Self.target) < (take.isKit ? 5 : 2.5), "\(take.name): \(take.loudness) LUFS")
    }
    for take in Takes.all {
      #expect(take.peak > 0.05 && take.peak < 0.98, "\(take.name): \(take.peak)")
      #expect(take.directCurrent < 1e-3, "\(take.name): \(take.directCurrent)")
      #expect(take.rest < 1e-4, "\(take.name): \(take.rest)")
      #expect(take.click < 2, "\(take.name): \(take.click)")
    }
  }

  /// LUFS of the phrase.
  private static let target = -19.5
  /// Single drums, which a phrase does not suit.
  private static let parts: Set<String> = ["kick", "snare", "closed-hat", "open-hat", "tom", "cymbal"]

  @Test func `No two sound alike`() {
    let takes = Takes.all.filter { !Takes.measured.contains($0.name) }
    for (index, one) in takes.enumerated() {
      for two in takes[..<index] {
        let distance = one.timbre.distance(to: two.timbre)
        #expect(distance > 3.5, "\(one.name) and \(two.name): \(distance) dB")
      }
    }
  }

  @Test func `Touch is heard: 30 dB on keys, 40 dB on pianos, and brighter`() {
    for take in Takes.all where take.patch.family == "keys" {
      let isPiano = take.name.hasSuffix("piano")
      #expect(take.dynamics > (isPiano ? 40 : 30), "\(take.name): \(take.dynamics) dB")
      #expect(take.brightening > 1.1, "\(take.name): \(take.brightening)")
    }
  }
}

@Suite struct PitchTests {
  private static let pitched = ShippedPatches.names.filter {
    guard let patch = try? ShippedPatches.patch($0) else { return false }
    return patch.engine == .modal && patch.family != "drums"
  }

  /// The sum of the modes is heard an octave above the lowest strong one.
  private static let bells = ["tubular-bells": 2.0]

  @Test(arguments: pitched) func `A body is in tune`(name: String) throws {
    for key in [45, 57, 69, 81] {
      let cents = try PatchTake.cents(name, key: key, ratio: Self.bells[name] ?? 1)
      #expect(abs(cents) < 6, "\(key): \(cents) cents")
    }
  }

  private static let synthetic = ShippedPatches.names.filter {
    guard let patch = try? ShippedPatches.patch($0) else { return false }
    return patch.engine == .synth && patch.family != "drums" && patch.family != "effects"
  }

  /// With what beats and swings at rest, and by the octave of the oscillator that is louder.
  @Test(arguments: synthetic) func `A patch of the synth is in tune`(name: String) throws {
    let widgets = try PatchRig(ShippedPatches.patch(name)).widgets
    let main = (widgets["osc.mix"]?.value ?? 0) <= 0.5 ? "osc1" : "osc2"
    let octave = widgets["\(main).octave"]?.value ?? 0
    let pitch = main == "osc2" ? widgets["osc2.pitch"]?.value ?? 0 : 0
    let isSynced = widgets["osc.sync"]?.value == 1
    for key in [57, 69] {
      let ratio = isSynced ? 1 : exp2(octave + pitch / 12)
      let cents = try PatchTake.cents(name, key: key, ratio: ratio)
      #expect(abs(cents) < 6, "\(key): \(cents) cents")
    }
    let detunes = ["osc1.detune", "osc2.detune"].compactMap { widgets[$0]?.value }
    #expect(abs(detunes.reduce(0, +)) <= 12, "the oscillators stand \(detunes) cents from the key")
  }
}
