/// Lengths of notes against a clock of beats, quarter notes.
enum Tempo {
  /// The lengths that a control can be bound to, beside none; T is a triplet's, a dot half as long again.
  static let names = [
    "off", "4/1", "2/1", "1/1", "1/2.", "1/2", "1/2T", "1/4.", "1/4", "1/4T", "1/8.", "1/8", "1/8T", "1/16.",
    "1/16", "1/16T",
  ]

  /// Of the length at a place among `names`; nothing for the first. [audio-thread]
  @_noLocks static func beats(_ index: Int) -> Float? {
    switch index {
    case 1: 16
    case 2: 8
    case 3: 4
    // From halves down: dotted, plain, triplet.
    case 4...15: plain((index - 4) / 3) * ((index - 4) % 3 == 0 ? 1.5 : ((index - 4) % 3 == 1 ? 1 : 2 / 3))
    default: nil
    }
  }

  @_noLocks private static func plain(_ octave: Int) -> Float { 2 / Float(1 << octave) }
}

extension Controls {
  /// Seconds that a length bound by `sync` takes; nil where it is bound to nothing. [audio-thread]
  @_noLocks func seconds(_ sync: SynthParameter) -> Float? {
    guard let beats = Tempo.beats(Int(self[sync])) else { return nil }
    return beats * 60 / max(self[.clockTempo], 1)
  }
}
