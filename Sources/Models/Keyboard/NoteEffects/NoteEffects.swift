/// What a keyboard makes of the keys that are played before they become notes: an arpeggio, chords, a scale.
package struct NoteEffects: Hashable, Sendable {
  package var arpeggio = ArpeggioSettings()
  package var chord = ChordKind.off
  /// The semitones of `ChordKind.memory` from the key that is played.
  package var chordMemory = [0]
  package var scale = ScaleLock.off

  package static let none = NoteEffects()

  package init() {}

  /// Whether a key plays anything else than itself.
  var isActive: Bool { arpeggio.mode != .off || chord != .off || scale.kind != .off }

  /// The semitones of a chord from the key that is played.
  var intervals: [Int] { chord == .memory ? chordMemory : chord.intervals }
}

/// The notes that one key plays.
package enum ChordKind: String, Hashable, Sendable, CaseIterable {
  case off, octave, fifth, major, minor, sus2, sus4
  case diminished, augmented
  case sixth = "6"
  case minorSixth = "m6"
  case seventh = "7"
  case majorSeventh = "maj7"
  case minorSeventh = "m7"
  case halfDiminished = "m7b5"
  case diminishedSeventh = "dim7"
  case ninth = "9"
  case majorNinth = "maj9"
  case minorNinth = "m9"
  /// The chord of the settings.
  case memory

  /// Semitones from the key; only the key for `off` and `memory`.
  var intervals: [Int] {
    switch self {
    case .off, .memory: [0]
    case .octave: [0, 12]
    case .fifth: [0, 7]
    case .major: [0, 4, 7]
    case .minor: [0, 3, 7]
    case .sus2: [0, 2, 7]
    case .sus4: [0, 5, 7]
    case .diminished: [0, 3, 6]
    case .augmented: [0, 4, 8]
    case .sixth: [0, 4, 7, 9]
    case .minorSixth: [0, 3, 7, 9]
    case .seventh: [0, 4, 7, 10]
    case .majorSeventh: [0, 4, 7, 11]
    case .minorSeventh: [0, 3, 7, 10]
    case .halfDiminished: [0, 3, 6, 10]
    case .diminishedSeventh: [0, 3, 6, 9]
    case .ninth: [0, 4, 7, 10, 14]
    case .majorNinth: [0, 4, 7, 11, 14]
    case .minorNinth: [0, 3, 7, 10, 14]
    }
  }
}

/// The keys that are right; a wrong one plays the next right key above it.
package struct ScaleLock: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case off, major, minor
    case harmonicMinor = "harmonic-minor"
    case melodicMinor = "melodic-minor"
    case dorian, phrygian, lydian, mixolydian, locrian
    case majorPentatonic = "major-pentatonic"
    case minorPentatonic = "minor-pentatonic"
    case blues
    case wholeTone = "whole-tone"

    /// Semitones from the root.
    var steps: [Int] {
      switch self {
      case .off: Array(0..<12)
      case .major: [0, 2, 4, 5, 7, 9, 11]
      case .minor: [0, 2, 3, 5, 7, 8, 10]
      case .harmonicMinor: [0, 2, 3, 5, 7, 8, 11]
      case .melodicMinor: [0, 2, 3, 5, 7, 9, 11]
      case .dorian: [0, 2, 3, 5, 7, 9, 10]
      case .phrygian: [0, 1, 3, 5, 7, 8, 10]
      case .lydian: [0, 2, 4, 6, 7, 9, 11]
      case .mixolydian: [0, 2, 4, 5, 7, 9, 10]
      case .locrian: [0, 1, 3, 5, 6, 8, 10]
      case .majorPentatonic: [0, 2, 4, 7, 9]
      case .minorPentatonic: [0, 3, 5, 7, 10]
      case .blues: [0, 3, 5, 6, 7, 10]
      case .wholeTone: [0, 2, 4, 6, 8, 10]
      }
    }
  }

  package var kind: Kind
  /// 0 is C, 11 is B.
  package var root: Int

  package static let off = ScaleLock(.off, root: 0)

  package init(_ kind: Kind, root: Int) { (self.kind, self.root) = (kind, root.modulo(12)) }

  /// The names of the roots, from C.
  package static let roots = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// Whether a key is in the scale.
  package func isRight(_ key: Int) -> Bool { kind.steps.contains((key - root).modulo(12)) }

  /// The key that sounds. Where none above is right, it is the next one below.
  func right(_ key: UInt8) -> UInt8 {
    guard kind != .off else { return key }
    let above = (Int(key)...127).first(where: isRight)
    return UInt8(above ?? (0...Int(key)).last(where: isRight) ?? Int(key))
  }
}
