/// Note lengths in beats. A beat is a quarter note.
public enum Tempo {
  /// The choices of a synced control. T is a triplet; a dot adds a half.
  public static let names = [
    "off", "4/1", "2/1", "1/1", "1/2.", "1/2", "1/2T", "1/4.", "1/4", "1/4T", "1/8.", "1/8", "1/8T", "1/16.",
    "1/16", "1/16T",
  ]

  /// The length of an index of `names` in seconds; nil for the first. [audio-thread]
  @_noLocks public static func seconds(_ index: Int, beatsPerMinute: Float) -> Float? {
    guard let beats = beats(index) else { return nil }
    return beats * 60 / max(beatsPerMinute, 1)
  }

  /// The beats of an index of `names`; nil for the first. [audio-thread]
  @_noLocks public static func beats(_ index: Int) -> Float? {
    switch index {
    case 1: 16
    case 2: 8
    case 3: 4
    // From half notes down: dotted, plain, triplet.
    case 4...15: plain((index - 4) / 3) * ((index - 4) % 3 == 0 ? 1.5 : ((index - 4) % 3 == 1 ? 1 : 2 / 3))
    default: nil
    }
  }

  @_noLocks private static func plain(_ octave: Int) -> Float { 2 / Float(1 << octave) }
}
