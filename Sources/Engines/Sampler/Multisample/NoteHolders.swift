/// What holds a note: its key, and pedals. A region ends when nothing of what holds its notes is left.
struct NoteHolders: BitwiseCopyable {
  private let bits: UInt8

  @_noLocks private init(bits: UInt8) { self.bits = bits }

  static var none: NoteHolders { @_noLocks get { NoteHolders(bits: 0) } }
  static var sustain: NoteHolders { @_noLocks get { NoteHolders(bits: 1) } }
  static var sostenuto: NoteHolders { @_noLocks get { NoteHolders(bits: 2) } }
  static var key: NoteHolders { @_noLocks get { NoteHolders(bits: 4) } }
  /// The controller that an instrument has in place of the sustain pedal.
  static var ownPedal: NoteHolders { @_noLocks get { NoteHolders(bits: 8) } }

  /// Those that the keyboard tells as `VoiceParameter.pedals`.
  @_noLocks init(pedals: Double) { bits = pedals >= 0 && pedals <= 3 ? UInt8(pedals) : 0 }

  init(of region: SFZRegion) {
    var holders = NoteHolders.key
    if region.trigger != .releaseKey {
      if region.isSustained { holders = holders.with(region.hasOwnPedal ? .ownPedal : .sustain) }
      if region.isSostenuto { holders = holders.with(.sostenuto) }
    }
    self = holders
  }

  /// Whether one of these holds a region that has these holders.
  @_noLocks func holds(_ region: NoteHolders) -> Bool { bits & region.bits != 0 }

  @_noLocks func with(_ other: NoteHolders) -> NoteHolders { NoteHolders(bits: bits | other.bits) }

  @_noLocks func without(_ other: NoteHolders) -> NoteHolders { NoteHolders(bits: bits & ~other.bits) }
}

/// A change of what holds a note.
struct LetGo: BitwiseCopyable {
  let before: NoteHolders
  let now: NoteHolders

  @_noLocks init(from before: NoteHolders, to now: NoteHolders) { (self.before, self.now) = (before, now) }

  /// Whether it lets a region go.
  @_noLocks func ends(_ region: NoteHolders) -> Bool { before.holds(region) && !now.holds(region) }
}

extension SFZRegion {
  /// Whether another controller than MIDI's sustain pedal holds it.
  var hasOwnPedal: Bool { sustainController != 64 }

  /// Whether it matters when a key is let go that a pedal holds.
  var hearsPedals: Bool {
    !isSustained || !isSostenuto || hasOwnPedal || trigger == .releaseKey || switchDown != nil
      || switchUp != nil
  }
}
