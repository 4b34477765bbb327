/// The numbers of sounds, as General MIDI orders them: sixteen families of eight.
package enum GeneralMIDI {
  /// By family: programs 1–8 are pianos, 9–16 chromatic percussion, and so on.
  package static let families = [
    "piano", "chromatic percussion", "organ", "guitar", "bass", "strings", "ensemble", "brass", "reed",
    "pipe",
    "lead", "pad", "effects", "ethnic", "percussive", "sound effects",
  ]

  /// The programs of the family of `program`, 1–128.
  package static func family(of program: Int) -> ClosedRange<Int> {
    let first = (program - 1) / 8 * 8 + 1
    return first...first + 7
  }

  /// The channel of the drums, 1–16.
  package static let drumChannel = 10
}

/// The number of a sound: a bank and a program.
package struct ProgramNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 0–16383: 128 × controller 0 + controller 32.
  package let bank: Int
  /// 1–128, as General MIDI counts.
  package let program: Int

  package init(bank: Int = 0, program: Int) {
    self.bank = bank
    self.program = program
  }

  package static func < (a: ProgramNumber, b: ProgramNumber) -> Bool {
    (a.bank, a.program) < (b.bank, b.program)
  }

  package var description: String { bank == 0 ? "\(program)" : "\(bank)/\(program)" }

  /// The best of the numbers that exist: itself, its program in bank 0, or the nearest of its family there; nil if
  /// there is none.
  package func nearest(among numbers: some Sequence<ProgramNumber>) -> ProgramNumber? {
    let all = Set(numbers)
    let plain = ProgramNumber(program: program)
    if let exact = [self, plain].first(where: all.contains) { return exact }
    let family = GeneralMIDI.family(of: program)
    return all.filter { $0.bank == 0 && family.contains($0.program) }
      .min { (abs($0.program - program), $0.program) < (abs($1.program - program), $1.program) }
  }
}
