import SpinetEngine

/// Which voices sound, who owns them, and which one is stolen.
///
/// A voice is free, held or ringing. It is held from its start to its release. Then it rings until the engine
/// reports its end or it is stolen, and is free afterwards.
struct VoiceAllocator {
  enum State: Equatable { case free, held, ringing }

  enum Owner: Equatable {
    case none
    /// The only voice of a keyboard without polyphony.
    case instrument
    /// The finger with this number.
    case finger(Int)
    /// The note with this serial number.
    case note(UInt32)
  }

  struct Voice {
    var state = State.free
    var owner = Owner.none
    var row = 0
    /// The port and channel whose bend it follows, also while it rings: port × 16 + channel. -1 for a
    /// finger's voice.
    var source = -1
    /// Whether it still follows that bend.
    var followsBend = true
    /// The bend of its note alone, in semitones.
    var ownBend = 0.0
    var serial: UInt32 = 0
    /// The time of its start or, if it rings, of its release, as a count of such events.
    var since: UInt64 = 0
  }

  private(set) var voices: [Voice]
  /// Whether released voices ring until their end is reported. Otherwise they are free at once.
  let rings: Bool
  private var clock: UInt64 = 0

  init(capacity: Int, rings: Bool) {
    voices = Array(repeating: Voice(), count: min(max(capacity, 1), 1024))
    self.rings = rings
  }

  subscript(_ voice: VoiceNumber) -> Voice { voices[voice.index] }

  /// The voice to steal before another can start in `row`, which may have `limit` voices; nil if there is room. It is
  /// the voice that has rung longest or, if none rings, the one held longest.
  func victim(row: Int, limit: Int) -> VoiceNumber? {
    var total = 0
    var inRow = 0
    for voice in voices where voice.state != .free && voice.owner != .instrument {
      total += 1
      if voice.row == row { inRow += 1 }
    }
    if inRow >= limit { return yielding { $0.row == row } }
    return total == voices.count ? yielding { _ in true } : nil
  }

  /// The voice held in `row`, the oldest if there are several.
  func held(row: Int) -> VoiceNumber? {
    var found: Int?
    for (index, voice) in voices.enumerated() where voice.state == .held && voice.row == row {
      if found.map({ voice.since < voices[$0].since }) ?? true { found = index }
    }
    return found.map { VoiceNumber($0) }
  }

  /// Starts the free voice with the lowest number.
  /// - Precondition: one is free; see `victim(row:limit:)`.
  mutating func start(row: Int, owner: Owner, source: Int) -> VoiceNumber {
    guard let index = voices.firstIndex(where: { $0.state == .free }) else {
      preconditionFailure("no voice is free")
    }
    clock += 1
    let serial = voices[index].serial &+ 1
    voices[index] = Voice(state: .held, owner: owner, row: row, source: source, serial: serial, since: clock)
    return VoiceNumber(index)
  }

  mutating func release(_ voice: VoiceNumber) {
    guard rings else { return free(voice) }
    clock += 1
    voices[voice.index].state = .ringing
    voices[voice.index].owner = .none
    voices[voice.index].since = clock
  }

  mutating func free(_ voice: VoiceNumber) {
    voices[voice.index].state = .free
    voices[voice.index].owner = .none
    voices[voice.index].source = -1
  }

  /// Forgets the channel of `source`, which is gone. Its voices do not follow a bend any more.
  mutating func forget(source: Int) {
    for index in voices.indices where voices[index].source == source { voices[index].source = -1 }
  }

  /// Lets ringing voices keep their current bend, because a new note has the channel of `source`.
  mutating func keepBends(source: Int) {
    for index in voices.indices where voices[index].source == source && voices[index].state == .ringing {
      voices[index].followsBend = false
    }
  }

  /// Lets a voice keep its current bend.
  mutating func keepBend(_ voice: VoiceNumber) { voices[voice.index].followsBend = false }

  /// Records the bend of a voice's note alone, which it keeps while it rings.
  mutating func setOwnBend(_ voice: VoiceNumber, _ semitones: Double) {
    voices[voice.index].ownBend = semitones
  }

  mutating func forgetSources() {
    for index in voices.indices { voices[index].source = -1 }
  }

  private func yielding(where isCandidate: (Voice) -> Bool) -> VoiceNumber? {
    var found: Int?
    for (index, voice) in voices.enumerated() where voice.state != .free && isCandidate(voice) {
      if voice.owner != .instrument, found.map({ voice.yields(to: voices[$0]) }) ?? true { found = index }
    }
    return found.map { VoiceNumber($0) }
  }
}

extension VoiceAllocator.Voice {
  fileprivate func yields(to other: Self) -> Bool {
    if state != other.state { return state == .ringing }
    return since < other.since
  }
}
