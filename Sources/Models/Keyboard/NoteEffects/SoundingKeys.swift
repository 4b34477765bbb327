import SpinetMIDI
import SpinetTime

/// A note that a note effect has started.
struct SoundingKey: Sendable, BitwiseCopyable {
  /// What plays.
  var key: ControllerKey
  /// The key that was pressed for it.
  var source: ControllerKey
  /// Where it ends; nil: when its key does.
  var end: Ticks?
}

/// What a note effect asks of the keyboard.
enum NoteAct: Sendable, BitwiseCopyable {
  case start(ControllerKey, velocity: NoteVelocity, pressure: Double?, NoteOrigin)
  case end(ControllerKey)
  case press(ControllerKey, pressure: Double)
}

/// The notes that note effects have started and not ended.
///
/// Every start is followed by one end, and an end never comes while another still plays the same key. [any-thread]
struct SoundingKeys: Sendable {
  private(set) var all: [SoundingKey] = []

  init() { all.reserveCapacity(256) }

  /// Starts a note. One that sounds on the same key ends first, as when a finger strikes it again.
  ///
  /// - Parameter source: the key that was pressed for it, with the velocity of this note.
  mutating func start(_ note: SoundingKey, as source: EffectKey, into acts: inout [NoteAct]) {
    if all.contains(where: { $0.key == note.key }) { acts.append(.end(note.key)) }
    // A step that is struck again has its new end. A key that is held for it keeps its claim.
    all.removeAll { $0.key == note.key && $0.end != nil }
    all.append(note)
    let origin = note.end == nil ? NoteOrigin.key : .step(source.kept)
    acts.append(.start(note.key, velocity: source.velocity, pressure: source.pressure, origin))
  }

  /// Ends the notes that a condition chooses, unless another one plays the same key.
  mutating func end(where isOver: (SoundingKey) -> Bool, into acts: inout [NoteAct]) {
    var index = 0
    while index < all.count {
      guard isOver(all[index]) else {
        index += 1
        continue
      }
      let note = all.remove(at: index)
      if !all.contains(where: { $0.key == note.key }) { acts.append(.end(note.key)) }
    }
  }

  /// Forgets notes without ending them, because the keyboard has done so.
  mutating func forget(where isGone: (SoundingKey) -> Bool) { all.removeAll(where: isGone) }

  /// The first end that is known.
  var nextEnd: Ticks? { all.lazy.compactMap(\.end).min() }

  /// Moves the ends by the jump of a clock.
  mutating func shift(by jump: Ticks) {
    for index in all.indices { all[index].end = all[index].end.map { $0 + jump } }
  }
}
