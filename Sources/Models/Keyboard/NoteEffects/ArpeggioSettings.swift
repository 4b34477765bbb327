import SpinetTime

/// How an arpeggio plays the keys that are held.
package struct ArpeggioSettings: Hashable, Sendable {
  /// The order of the notes.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case off, up, down
    case upDown = "up-down"
    case played, random
    /// All notes at once.
    case chord
    case downUp = "down-up"
  }

  /// When it begins.
  package enum Restart: String, Hashable, Sendable, CaseIterable {
    /// With the first key.
    case note
    /// On the next step of the clock.
    case free
  }

  package static let octaveRange = 1...5
  package static let gateRange = 1.0...100.0

  package var mode = Mode.off
  /// The length of a step.
  package var rate = NoteLength.sixteenth
  /// Over how many octaves it goes.
  package var octaves = 1
  /// How long a note is held, in percent of its step.
  package var gate = 50.0
  package var swing = Swing.none
  /// 1–127; nil: as the keys were struck.
  package var velocity: UInt8?
  /// Whether keys stay in the arpeggio until others are played.
  package var latches = false
  package var restart = Restart.note
  /// What the steps do, in turn; without steps each plays a note.
  package var pattern: [ArpeggioStep] = []
  /// Where the numbers of `Mode.random` begin.
  package var seed: UInt64 = 1

  package init() {}
}

/// What an arpeggio does at one step of its pattern: `x`, `X`, `.` or `_`, a note with its octave as `x+1`.
package enum ArpeggioStep: Hashable, Sendable, LosslessStringConvertible {
  /// The next note, so many octaves higher.
  case note(isAccented: Bool, octave: Int)
  case rest
  /// The note before sounds on.
  case tie

  package static let most = 32
  package static let octaveRange = -3...3

  /// Nil if the text is no step.
  package init?(_ text: String) {
    switch text.first {
    case "." where text.count == 1: self = .rest
    case "_" where text.count == 1: self = .tie
    case "x", "X":
      let octave = text.count == 1 ? 0 : Self.octave(text.dropFirst())
      guard let octave else { return nil }
      self = .note(isAccented: text.first == "X", octave: octave)
    default: return nil
    }
  }

  /// With its sign.
  private static func octave(_ text: Substring) -> Int? {
    guard text.count == 2, text.first == "+" || text.first == "-", let octave = Int(text) else { return nil }
    return octaveRange.contains(octave) ? octave : nil
  }

  package var description: String {
    switch self {
    case .rest: "."
    case .tie: "_"
    case .note(let isAccented, let octave):
      (isAccented ? "X" : "x") + (octave == 0 ? "" : octave > 0 ? "+\(octave)" : "\(octave)")
    }
  }
}
