import EngineRig
import Foundation
import Listening
import SpinetEngine
import SpinetFormats
import SpinetSynth
import SpinetWidgets
import Testing

/// The patches that Spinet ships.
enum ShippedPatches {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples/patches")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// Those that the synth plays.
  static let ofSynth: [String] = names.filter { (try? patch($0).engine) == .synth }

  static func patch(_ name: String) throws -> Patch {
    let file = folder.appendingPathComponent("\(name).yaml")
    var patch = try Patch(bytes: Array(Data(contentsOf: file)), file: "\(name).yaml")
    // Arpeggio, chord and scale belong to the keys, and not to the synth.
    let sections: Set<Substring> = ["arp", "chord", "scale"]
    patch.settings.removeAll { sections.contains($0.widget.prefix { $0 != "." }) }
    return patch
  }
}

/// Measures of a chord of four notes, held for two seconds and followed by eight seconds of release.
struct PatchTake {
  let peak: Float
  let directCurrent: Double
  /// The highest sample of the last tenth of a second.
  let rest: Float
  /// The level of the loudest 0.3 seconds.
  let loudness: Double
  /// The level of the loudest 20 milliseconds: of a drum, which is over before that.
  let strike: Double

  static let framesPerSecond = 48_000

  init(_ name: String) throws {
    let player = try Player(patch: name)
    for (voice, hertz) in [261.63, 329.63, 392.0, 523.25].enumerated() {
      player.start(voice, hertz: hertz, gain: 0.8)
      player.release(voice, at: Int64(2 * Self.framesPerSecond))
    }
    let (left, right) = player.render(10 * Self.framesPerSecond, block: 1024)
    peak = max(left.peak, right.peak)
    directCurrent = abs(Array(left.prefix(2 * Self.framesPerSecond)).mean)
    rest = max(Array(left.suffix(4800)).peak, Array(right.suffix(4800)).peak)
    let squares = (0..<200).map { index in
      let span = index * Self.framesPerSecond / 100..<(index + 1) * Self.framesPerSecond / 100
      return (pow(Array(left[span]).rms, 2) + pow(Array(right[span]).rms, 2)) / 2
    }
    loudness = Self.loudest(30, of: squares)
    strike = Self.loudest(2, of: squares)
  }

  /// The level of the loudest row of so many hundredths of a second.
  private static func loudest(_ count: Int, of squares: [Double]) -> Double {
    let sums = (0...squares.count - count).map { squares[$0..<$0 + count].reduce(0, +) }
    return ((sums.max() ?? 0) / Double(count)).squareRoot()
  }

  static let all: [String: PatchTake] = {
    var takes: [String: PatchTake] = [:]
    for name in ShippedPatches.ofSynth { takes[name] = try? PatchTake(name) }
    return takes
  }()

  static let medianLoudness = median(\.loudness)
  static let medianStrike = median(\.strike)

  private static func median(_ level: (PatchTake) -> Double) -> Double {
    let sorted = all.values.map(level).sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}

extension Player {
  convenience init(patch name: String) throws {
    let patch = try ShippedPatches.patch(name)
    self.init { widgets in #expect(patch.apply(to: widgets) == []) }
  }
}

@Test func `There are patches of every family of instruments`() throws {
  let families = Set(try ShippedPatches.names.map { try ShippedPatches.patch($0).family })
  #expect(families.isSuperset(of: ["keys", "organ", "pad", "bass", "lead", "pluck", "brass", "bells"]))
  #expect(ShippedPatches.names.count >= 24)
}

@Test(arguments: ShippedPatches.ofSynth)
func `A shipped patch has a name and an author, and sounds as it should`(_ name: String) throws {
  let patch = try ShippedPatches.patch(name)
  #expect(patch.name != nil && patch.author != nil && patch.family != nil)
  let take = try #require(PatchTake.all[name])
  #expect(take.peak > 0.05 && take.peak < 0.95)
  #expect(take.directCurrent < 0.001)
  #expect(take.rest < 1e-4)
  if patch.family == "drums" {
    // The parts of a kit differ more: a hat is softer than a bass drum.
    #expect(abs(20 * log10(take.strike / PatchTake.medianStrike)) < 12)
  } else {
    #expect(abs(20 * log10(take.loudness / PatchTake.medianLoudness)) < 6)
  }
}
