/// What holds a note: its key, and pedals. A region ends when nothing of what holds its notes is left.
struct NoteHolders: BitwiseCopyable {
  private let bits: UInt8

  @_noLocks private init(bits: UInt8) { self.bits = bits }

  static var none: NoteHolders { @_noLocks get { NoteHolders(bits: 0) } }
  static var sustain: NoteHolders { @_noLocks get { NoteHolders(bits: 1) } }
  static var sostenuto: NoteHolders { @_noLocks get { NoteHolders(bits: 2) } }
  static var key: NoteHolders { @_noLocks get { NoteHolders(bits: 4) } }
  /// One of the controllers that an instrument has in place of the sustain pedal, counted from 0.
  @_noLocks static func ownPedal(_ number: Int) -> NoteHolders { NoteHolders(bits: 8 << UInt8(number)) }
  static var mostOwnPedals: Int { @_noLocks get { 5 } }

  /// Those that the keyboard tells as `VoiceParameter.pedals`.
  @_noLocks init(pedals: Double) { bits = pedals >= 0 && pedals <= 3 ? UInt8(pedals) : 0 }

  /// - Parameter number: of the pedal that it has in place of MIDI's sustain pedal; nil for that one.
  init(of region: SFZRegion, ownPedal number: Int?) {
    var holders = NoteHolders.key
    if region.trigger != .releaseKey {
      if region.isSustained { holders = holders.with(number.map { .ownPedal($0) } ?? .sustain) }
      if region.isSostenuto { holders = holders.with(.sostenuto) }
    }
    self = holders
  }

  /// Whether one of these holds a region that has these holders.
  @_noLocks func holds(_ region: NoteHolders) -> Bool { bits & region.bits != 0 }

  @_noLocks func with(_ other: NoteHolders) -> NoteHolders { NoteHolders(bits: bits | other.bits) }

  @_noLocks func hasMore(than other: NoteHolders) -> Bool { bits & ~other.bits != 0 }

  /// Without those of the instrument's own pedals that are not down.
  @_noLocks func keeping(_ down: NoteHolders) -> NoteHolders { NoteHolders(bits: bits & (down.bits | 7)) }
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
  /// Where another controller, or the sustain pedal elsewhere than at its middle, holds it; nil for MIDI's pedal.
  var ownPedal: (controller: Int, low: Double)? {
    let isUsual = sustainController == 64 && sustainLow == Self.halfway
    return isUsual ? nil : (sustainController, sustainLow)
  }

  /// Whether it matters when a key is let go that a pedal holds.
  var hearsPedals: Bool {
    !isSustained || !isSostenuto || ownPedal != nil || trigger == .releaseKey || switchDown != nil
      || switchUp != nil
  }
}
