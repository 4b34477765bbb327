import SpinetMIDI

/// The notes of an arpeggio, in the order in which a mode plays them.
struct ArpeggioSequence: Sendable {
  struct Note: Sendable, BitwiseCopyable {
    let source: EffectKey
    /// The pitch as a MIDI key; may be above 127 by a chord.
    var number: Int
  }

  /// In the order in which the keys were pressed.
  private var played: [Note] = []
  private var sorted: [Note] = []
  /// The notes of the current step.
  private(set) var chosen: [Note] = []
  private var random: UInt64 = 1

  init() {
    played.reserveCapacity(128)
    sorted.reserveCapacity(128)
  }

  var isEmpty: Bool { played.isEmpty }

  /// Where the numbers of the random order begin.
  mutating func seed(_ seed: UInt64) { random = seed }

  /// Takes the keys that are held, each with its chord. A pitch is played once, however many keys ask for it.
  mutating func take(_ keys: [EffectKey], _ effects: NoteEffects) {
    played.removeAll(keepingCapacity: true)
    for key in keys {
      let root = Int(effects.scale.right(key.key.number))
      for interval in effects.intervals where !played.contains(where: { $0.number == root + interval }) {
        played.append(Note(source: key, number: root + interval))
      }
    }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: played)
    sorted.sort { $0.number < $1.number }
  }

  /// Chooses the notes of the step that is the `count`th to play any.
  mutating func choose(count: Int, _ settings: ArpeggioSettings) {
    chosen.removeAll(keepingCapacity: true)
    guard !isEmpty else { return }
    guard settings.mode != .chord else {
      for note in sorted { chosen.append(note.higher(by: count % settings.octaves)) }
      return
    }
    let total = sorted.count * settings.octaves
    let place = place(count, of: total, settings.mode)
    let notes = settings.mode == .played ? played : sorted
    chosen.append(notes[place % notes.count].higher(by: place / notes.count))
  }

  private mutating func place(_ count: Int, of total: Int, _ mode: ArpeggioSettings.Mode) -> Int {
    switch mode {
    case .off, .up, .played, .chord: count % total
    case .down: total - 1 - count % total
    case .upDown: Self.turning(count, total)
    case .downUp: total - 1 - Self.turning(count, total)
    case .random: Int(nextRandom() % UInt64(total))
    }
  }

  /// Up and down again; the first and the last note come once.
  private static func turning(_ count: Int, _ total: Int) -> Int {
    guard total > 1 else { return 0 }
    let place = count % (2 * total - 2)
    return place < total ? place : 2 * total - 2 - place
  }

  /// SplitMix64 (Steele, Lea and Flood 2014).
  private mutating func nextRandom() -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var number = random
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

extension ArpeggioSequence {
  /// The MIDI key of a pitch. One beyond the keys is in the nearest octave that has it.
  static func key(nearest number: Int) -> UInt8 {
    if number > 127 { return UInt8(127 - (127 - number).modulo(12)) }
    return UInt8(number < 0 ? number.modulo(12) : number)
  }
}

extension ArpeggioSequence.Note {
  func higher(by octaves: Int) -> Self {
    var note = self
    note.number += 12 * octaves
    return note
  }
}
