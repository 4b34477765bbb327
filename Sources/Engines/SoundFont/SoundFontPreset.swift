import SpinetRealtime
import SpinetText
import SystemPackage

/// A sound of a SoundFont.
package struct SoundFontPreset: Hashable, Sendable {
  package let name: String
  /// 128 for drums.
  package let bank: Int
  /// 0–127, as in MIDI messages.
  package let program: Int

  package init(name: String, bank: Int, program: Int) {
    self.name = name
    self.bank = bank
    self.program = program
  }

  /// Whether it is a drum kit: each key plays a different drum.
  package var isDrums: Bool { bank == Self.drumBank }

  /// Whether General MIDI's instrument of this number fades while its key is held: pianos, chromatic percussion, guitars,
  /// plucked and slapped basses, plucked strings, the harp, timpani, plucked instruments from elsewhere, and percussion.
  var fades: Bool {
    switch program {
    case _ where isDrums: true
    case 0...15, 24...28, 32...37, 45...47, 104...108, 112...118: true
    default: false
    }
  }

  static let drumBank = 128

  /// The number as users write it: `1`, or `128/1` with its bank.
  package var number: String { bank == 0 ? "\(program + 1)" : "\(bank)/\(program + 1)" }
}

/// The presets of a font in the order of their numbers. There is at least one.
package struct SoundFontPresets: Hashable, Sendable {
  package let all: [SoundFontPreset]

  /// - Parameter presets: if several have the same number, the first one counts.
  init?(_ presets: [SoundFontPreset]) {
    var numbers: Set<[Int]> = []
    let known = presets.filter { numbers.insert([$0.bank, $0.program]).inserted }
    guard !known.isEmpty else { return nil }
    all = known.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }

  /// Names to choose from. Presets with the same name are followed by their numbers.
  package var choices: [String] {
    var counts: [String: Int] = [:]
    for preset in all { counts[preset.name, default: 0] += 1 }
    return all.map { counts[$0.name] == 1 ? $0.name : "\($0.name) (\($0.number))" }
  }

  /// The index of the preset that the user wants: a number, `BANK/NUMBER`, a name or a part of one. The case of
  /// letters is ignored. If several match, the one with the lowest number is chosen.
  package func index(_ wanted: String, in file: FilePath) throws(SpinetError) -> Int {
    let word = wanted.lowercased()
    if let index = all.firstIndex(where: { $0.number == wanted }) { return index }
    let names = zip(all, choices).map { ($0.name.lowercased(), $1.lowercased()) }
    if let index = names.firstIndex(where: { $0 == word || $1 == word }) { return index }
    if !word.isEmpty, let index = names.firstIndex(where: { $0.0.contains(word) }) { return index }
    throw SpinetError(
      .notFound, what: "\(file):\(wanted.shortened)", why: "the font has no such preset", remedy: remedy(word)
    )
  }

  private func remedy(_ word: String) -> Remedy {
    if let near = nearestName(to: word, among: all.map { $0.name.lowercased() }),
      let preset = all.first(where: { $0.name.lowercased() == near })
    {
      return Remedy(.takeSimilarName, preset.name)
    }
    let some = all.prefix(Self.namesInRemedy).map { "\($0.number) \($0.name)" }.joined(separator: ", ")
    let more = all.count > Self.namesInRemedy ? " and \(all.count - Self.namesInRemedy) more" : ""
    return "it has \(some)\(more)"
  }

  private static let namesInRemedy = 8

  /// The index for a bank and a program of MIDI messages. Tries controller 0 as the bank first, because fonts count
  /// banks by it, then controller 32, then bank 0. Nil if no bank has the program.
  ///
  /// - Parameter bank: 128 × controller 0 + controller 32.
  package func index(bank: Int, program: Int) -> Int? {
    for wanted in [bank >> 7, bank & 127, 0] {
      if let index = all.firstIndex(where: { $0.bank == wanted && $0.program == program }) { return index }
    }
    return nil
  }

  /// The index of a drum kit; the first kit if it is missing. Nil for a font without drums.
  package func drums(program: Int) -> Int? {
    let kits = all.indices.filter { all[$0].isDrums }
    return kits.first { all[$0].program == program } ?? kits.first
  }
}
