import SpinetMIDI
import SpinetTime

/// Turns the keys that are held into the notes that sound: arpeggios, chords, a scale.
///
/// Every note that it starts ends: with its step, with its key, or with all notes. Its methods append what the keyboard
/// does to `acts`. [control-thread]
struct NoteEffectPlayer: Sendable {
  private(set) var effects: NoteEffects
  private(set) var clock = TickClock()
  /// What the keyboard has to do, in order.
  private(set) var acts: [NoteAct] = []
  private var keys = EffectKeys()
  private var sounding = SoundingKeys()
  private var sequence = ArpeggioSequence()
  /// Nil while no key is in the arpeggio.
  private var steps: ArpeggioSteps?
  /// The next moment, if nothing has changed since it was found. Control asks each of its parts whenever one of them has
  /// something to play, so that to find it each time was half of what arpeggios cost.
  private var foundMoment: UInt64??
  /// The first chord, which the fingers of a hand that is not quite even may still join.
  private var firstChord: FirstChord?

  init(_ effects: NoteEffects) {
    self.effects = effects
    sequence.seed(effects.arpeggio.seed)
    acts.reserveCapacity(256)
  }

  private var arpeggiates: Bool { effects.arpeggio.mode != .off }

  /// Whether it plays new keys.
  var isActive: Bool { effects.isActive }
  /// Whether it has to hear of the end of this key.
  func holds(_ key: ControllerKey) -> Bool { keys.isDown(key) }
  /// How many keys it holds.
  var heldKeys: Int { keys.all.count }

  mutating func clearActs() { acts.removeAll(keepingCapacity: true) }

  // MARK: Keys

  mutating func press(_ key: ControllerKey, velocity: NoteVelocity, counting: Bool, at nanoseconds: UInt64) {
    guard arpeggiates else { return playChord(key, velocity: velocity, counting: counting) }
    if effects.arpeggio.latches, keys.areUp { keys.remove { _ in true } }
    let begins = keys.isEmpty
    keys.press(key, velocity: velocity, counting: counting)
    sequence.take(keys.all, effects)
    if begins { begin(at: nanoseconds) } else { join(key, at: nanoseconds) }
  }

  private mutating func playChord(_ key: ControllerKey, velocity: NoteVelocity, counting: Bool) {
    endNotes(of: key)
    keys.press(key, velocity: velocity, counting: counting)
    let pressed = EffectKey(key: key, velocity: velocity)
    let root = Int(effects.scale.right(key.number))
    for interval in effects.intervals {
      let number = ArpeggioSequence.key(nearest: root + interval)
      let note = ControllerKey(port: key.port, channel: key.channel, number: number)
      guard !sounding.all.contains(where: { $0.key == note && $0.source == key }) else { continue }
      sounding.start(SoundingKey(key: note, source: key), as: pressed, into: &acts)
    }
  }

  /// Lets a key go. The latch or a pedal may keep it in the arpeggio, with this expression.
  ///
  /// - Returns: whether the key was down and is up now.
  mutating func lift(
    _ key: ControllerKey, counting: Bool, keeping expression: KeptExpression?, isPedalled: Bool
  ) -> Bool {
    let isKept = arpeggiates && (effects.arpeggio.latches || isPedalled)
    guard keys.lift(key, counting: counting, isKept: isKept, with: expression) else { return false }
    endNotes(of: key)
    keysChanged()
    return true
  }

  /// Lets the keys go that nothing holds any more.
  mutating func liftKept(unless isPedalled: (ControllerKey) -> Bool) {
    let arpeggiates = arpeggiates
    guard !(arpeggiates && effects.arpeggio.latches) else { return }
    keys.remove { !$0.isDown && !(arpeggiates && isPedalled($0.key)) }
    keysChanged()
  }

  /// Lets the keys go that only the latch or a pedal holds.
  mutating func liftKept() {
    keys.remove { !$0.isDown }
    keysChanged()
  }

  mutating func press(_ key: ControllerKey, pressure: Double) {
    keys.set(pressure: pressure, of: key)
    sequence.take(keys.all, effects)
    for note in sounding.all where note.source == key { acts.append(.press(note.key, pressure: pressure)) }
  }

  /// Leaves a key to the keyboard, which plays it as it is from now on.
  mutating func leave(_ key: ControllerKey) {
    guard !keys.isEmpty || !sounding.all.isEmpty else { return }
    endNotes(of: key)
    keys.remove { $0.key == key }
    sounding.forget { $0.key == key }
    keysChanged()
  }

  /// Forgets keys and notes whose ends the keyboard sees to.
  mutating func forget(where isGone: (ControllerKey) -> Bool) {
    keys.remove { isGone($0.key) }
    sounding.forget { isGone($0.key) }
    keysChanged()
  }

  /// Ends the notes that last as long as their key.
  private mutating func endNotes(of key: ControllerKey) {
    sounding.end(where: { $0.source == key && $0.end == nil }, into: &acts)
    foundMoment = nil
  }

  private mutating func keysChanged() {
    sequence.take(keys.all, effects)
    if keys.isEmpty { steps = nil }
    foundMoment = nil
  }

  // MARK: Settings

  mutating func change(to new: NoteEffects, at nanoseconds: UInt64) {
    let old = effects
    guard new != old else { return }
    effects = new
    if new.arpeggio.seed != old.arpeggio.seed { sequence.seed(new.arpeggio.seed) }
    keysChanged()
    guard arpeggiates, !keys.isEmpty else {
      steps = nil
      return
    }
    let position = clock.position(at: nanoseconds)
    steps?.change(from: old.arpeggio, to: new.arpeggio, at: position)
    if steps == nil { begin(at: nanoseconds) }
  }

  /// Follows another tempo or position. A small step is one that a followed clock corrects; after a jump the notes go on
  /// where they are, and an arpeggio on the clock's grid takes the new grid.
  mutating func follow(_ clock: TickClock, at nanoseconds: UInt64) {
    let position = clock.position(at: nanoseconds)
    let jump = position - self.clock.position(at: nanoseconds)
    self.clock = clock
    foundMoment = nil
    guard jump.magnitude > .midiClock else { return }
    sounding.shift(by: jump)
    steps?.jump(by: jump, to: position, effects.arpeggio)
  }

  // MARK: Time

  /// Whether something may be due by itself.
  var isPlaying: Bool { steps != nil || !sounding.all.isEmpty }

  /// When `advance` must be called next, in nanoseconds; nil while nothing is due by itself.
  var nextMoment: UInt64? { foundMoment ?? nextDue.map(clock.moment) }

  private var nextStep: Ticks? { steps.map { $0.begin(of: $0.next, effects.arpeggio) } }

  private var nextDue: Ticks? { earlier(nextStep, sounding.nextEnd) }

  /// Plays what is due. Steps that should have been over already are left out, so that nothing is made up for after a
  /// pause.
  mutating func advance(to nanoseconds: UInt64) {
    guard isPlaying else { return }
    if let next = nextMoment, next <= nanoseconds {
      playDue(at: clock.position(at: nanoseconds))
      foundMoment = nil
    }
    foundMoment = .some(nextMoment)
  }

  private mutating func playDue(at position: Ticks) {
    while let due = nextDue, due <= position {
      sounding.end(where: { $0.end.map { $0 <= due } ?? false }, into: &acts)
      if nextStep == due { step(at: due, now: position) }
      // Where positions end, no step comes after this one.
      guard nextDue != due else { return }
    }
  }

  private mutating func begin(at nanoseconds: UInt64) {
    firstChord = nil
    steps = ArpeggioSteps(effects.arpeggio, at: clock.position(at: nanoseconds))
    advance(to: nanoseconds)
  }

  private mutating func step(at due: Ticks, now: Ticks) {
    guard let steps else { return }
    if steps.begin(of: steps.next + 1, effects.arpeggio) <= now {
      self.steps?.goOn(effects.arpeggio, from: now)
      return
    }
    self.steps?.pass()
    if case .note(let isAccented, let octave) = effects.arpeggio.pattern(at: steps.next) {
      self.steps?.notes += 1
      play(steps, isAccented: isAccented, octave: octave)
    }
  }

  private mutating func play(_ steps: ArpeggioSteps, isAccented: Bool, octave: Int) {
    let settings = effects.arpeggio
    let last = steps.next + settings.ties(after: steps.next)
    let (begin, end) = (steps.begin(of: last, settings), steps.begin(of: last + 1, settings))
    let gated = begin + max((end - begin) * (settings.gate / 100), Ticks(1))
    sequence.choose(count: steps.notes, settings)
    let step = PlayedStep(isAccented: isAccented, octave: octave, end: gated)
    for note in sequence.chosen { start(note, in: step) }
    guard settings.mode == .chord, steps.notes == 0 else { return }
    firstChord = FirstChord(step: step, begin: clock.moment(of: steps.begin(of: steps.next, settings)))
  }

  private mutating func start(_ note: ArpeggioSequence.Note, in step: PlayedStep) {
    var source = note.source
    source.velocity = effects.arpeggio.velocity(played: source.velocity, isAccented: step.isAccented)
    var key = source.key
    key.number = ArpeggioSequence.key(nearest: note.number + 12 * step.octave)
    sounding.start(SoundingKey(key: key, source: source.key, end: step.end), as: source, into: &acts)
  }

  /// Plays a key with the first chord, if that has just begun.
  private mutating func join(_ key: ControllerKey, at nanoseconds: UInt64) {
    guard let firstChord, effects.arpeggio.mode == .chord, firstChord.isJoined(at: nanoseconds) else {
      return
    }
    sequence.choose(count: 0, effects.arpeggio)
    for note in sequence.chosen where note.source.key == key { start(note, in: firstChord.step) }
    foundMoment = nil
  }
}

/// What a step of an arpeggio plays its notes with.
private struct PlayedStep {
  let isAccented: Bool
  let octave: Int
  let end: Ticks
}

/// The chord with which an arpeggio of chords begins.
private struct FirstChord {
  let step: PlayedStep
  /// In nanoseconds.
  let begin: UInt64

  /// How long after its first key a hand may press the others, in nanoseconds.
  private static let spread: UInt64 = 50_000_000

  func isJoined(at nanoseconds: UInt64) -> Bool {
    nanoseconds >= begin && nanoseconds - begin <= Self.spread
  }
}

/// The earlier of two moments, of which each may be never.
func earlier<Moment: Comparable>(_ first: Moment?, _ second: Moment?) -> Moment? {
  guard let first, let second else { return first ?? second }
  return min(first, second)
}
