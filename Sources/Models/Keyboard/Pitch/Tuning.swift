import Glibc

/// Maps pitches to frequencies. Pitches are MIDI note numbers with a fraction.
public struct Tuning: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case equal(a4: Double)
    case table(TuningTable)
  }

  private let kind: Kind

  /// Twelve equal steps an octave, A4 at 440 Hz.
  public static let standard = Tuning(kind: .equal(a4: 440))

  /// Twelve equal steps an octave; nil unless `a4` is from 1 to 20,000 Hz.
  public static func equal(a4: Double) -> Tuning? {
    (1...20_000).contains(a4) ? Tuning(kind: .equal(a4: a4)) : nil
  }

  /// A Scala scale with a map that assigns it to keys.
  public static func scala(_ scale: TuningScale, on keys: TuningKeyMap) -> Tuning {
    Tuning(kind: .table(TuningTable(scale, on: keys)))
  }

  /// The frequency of A4 in equal temperament; 440 for a Scala scale, which has its own reference.
  var a4: Double { if case .equal(let a4) = kind { a4 } else { 440 } }

  /// The frequency of `pitch`, interpolated in octaves between two keys.
  public func hertz(_ pitch: Double) -> Double {
    switch kind {
    case .equal(let a4): Self.hertz(pitch, a4: a4)
    case .table(let table): exp2(table.octaves(pitch))
    }
  }

  /// The frequency in twelve equal steps an octave.
  static func hertz(_ pitch: Double, a4: Double) -> Double { a4 * exp2((tunable(pitch) - 69) / 12) }

  /// The frequency ratio of `pitch` to `reference`.
  public func ratio(of pitch: Double, to reference: Double) -> Double {
    switch kind {
    case .equal: exp2((Self.tunable(pitch) - Self.tunable(reference)) / 12)
    case .table(let table): exp2(table.octaves(pitch) - table.octaves(reference))
    }
  }

  /// Keeps frequencies finite, far beyond the audible range.
  private static func tunable(_ pitch: Double) -> Double { min(max(pitch, -300), 300) }

  /// Whether a keyboard map gives this key a note.
  public func sounds(_ key: Int) -> Bool {
    guard case .table(let table) = kind else { return true }
    return table.sounds(key)
  }
}

/// Semitones of equal temperament, twelve to the octave.
enum Semitones {
  static func ratio(_ semitones: Double) -> Double { exp2(semitones / 12) }
}
