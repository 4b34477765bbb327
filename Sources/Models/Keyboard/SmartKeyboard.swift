import SpinetEngine
import SpinetMIDI

/// Turns fingers and MIDI into voices: which ones sound, at which pitch, and which are stolen.
///
/// This is a model without a device, a thread or a clock. Its methods get the time in milliseconds, which
/// must never go back, and append the engine's events to the caller's buffer. If the buffer has reserved
/// capacity, nothing is allocated. [control-thread]
public struct SmartKeyboard: Sendable {
  /// The settings that it follows.
  public private(set) var configuration: KeyboardConfiguration
  /// The surface that fingers touch, in points.
  public private(set) var size: KeyboardSize
  /// Shifts new notes by octaves. A sounding note ends with the pitch it began with.
  public var octave = 0 {
    didSet { octave = min(max(octave, -10), 10) }
  }

  /// Whether held notes of its engine fade by themselves, see `Restrike`.
  public var fades = false

  var allocator: VoiceAllocator
  var notes = HeldNotes()
  var ports: [PortState] = []
  /// The changes by tuning messages. They are kept when the configuration changes.
  private(set) var retuning = Retuning()
  var surface: FingerSurface
  private(set) var excitation: StringExcitation
  var bow = Bow()
  /// The current time in milliseconds.
  private(set) var now = 0.0
  private var roundingClock = RoundingClock()
  var effects: NoteEffectPlayer

  /// - Parameters:
  ///   - voices: the number of voices that the engine has.
  ///   - ringing: whether a released voice keeps its number until `voiceEnded`. If false, its number is free
  ///     at once, for engines that do not report ends.
  public init(
    configuration: KeyboardConfiguration, size: KeyboardSize = .standard, voices: Int, ringing: Bool = true
  ) {
    self.configuration = configuration
    self.size = size
    allocator = VoiceAllocator(capacity: voices, rings: ringing)
    surface = FingerSurface(configuration, size: size)
    excitation = StringExcitation(configuration)
    effects = NoteEffectPlayer(configuration.noteEffects)
    ports.reserveCapacity(16)
  }

  // MARK: The engine

  /// Call it when the engine has started and no voice sounds. Forgets all held notes, and starts the only voice of a
  /// keyboard without polyphony.
  public mutating func engineStarted(into events: inout [VoiceEvent]) {
    for index in 0..<allocator.voices.count { allocator.free(VoiceNumber(index)) }
    notes.removeAll()
    effects.forget { _ in true }
    surface.clear()
    bow.rest()
    startInstrument(into: &events)
  }

  /// Changes the configuration or the size while the engine runs. Held notes end, ringing voices continue,
  /// and serial numbers continue. Zones and bend ranges that controllers have set are kept.
  public mutating func reconfigure(
    _ configuration: KeyboardConfiguration, size: KeyboardSize, into events: inout [VoiceEvent]
  ) {
    releaseAll(into: &events)
    let isInstrumental = isInstrument || configuration.polyphony == .instrument
    if isInstrumental { stealAll(into: &events) }
    self.configuration = configuration
    self.size = size
    surface = FingerSurface(configuration, size: size)
    excitation = StringExcitation(configuration)
    for index in ports.indices {
      ports[index] = ports[index].renewed(bendRange: configuration.bendRange, zones: configuration.zones)
    }
    allocator.forgetSources()
    roundingClock = RoundingClock()
    change(configuration.noteEffects, into: &events)
    startInstrument(into: &events)
  }

  /// Takes the engine's report that a voice has ended. A late report about a voice that was started again is ignored.
  public mutating func voiceEnded(_ voice: VoiceNumber, serial: UInt32) {
    guard allocator.voices.indices.contains(voice.index), allocator[voice].serial == serial else { return }
    orphan(voice)
    allocator.free(voice)
    notes.removeFinished()
  }

  /// Ends every note, lifts every finger and releases the pedals. The voices ring out.
  public mutating func releaseAll(into events: inout [VoiceEvent]) {
    effects.forget { _ in true }
    for index in notes.indices where !notes[index].isOver { lift(note: index, into: &events) }
    for index in surface.fingers.indices { forgetFinger(index, into: &events) }
    for index in ports.indices { liftPedals(port: index) }
    for index in notes.indices { notes[index].isOver = true }
    notes.removeFinished()
    for index in 0..<allocator.voices.count where allocator.voices[index].state == .held {
      endVoice(VoiceNumber(index), into: &events)
    }
  }

  /// Ends every voice at once, including ringing ones.
  public mutating func silenceAll(into events: inout [VoiceEvent]) {
    releaseAll(into: &events)
    stealAll(into: &events)
    startInstrument(into: &events)
  }

  private mutating func stealAll(into events: inout [VoiceEvent]) {
    for index in 0..<allocator.voices.count where allocator.voices[index].state != .free {
      events.append(.steal(VoiceNumber(index)))
      allocator.free(VoiceNumber(index))
    }
  }

  // MARK: Time

  private var tickMilliseconds: Double { configuration.rounding.updateSeconds * 1000 }

  /// When `advance` must be called next, in milliseconds; nil while no pitch is rounded, no string is bowed and no
  /// arpeggio plays.
  public var nextTick: Double? {
    earlier(earlier(nextDetectorTick, bow.nextTick), nextStep)
  }

  /// The same as `nextTick`. It is mutating because a keyboard that is a class's property would be copied as a whole to
  /// be asked, which was more than half of what arpeggios cost.
  package mutating func findNextTick() -> Double? { nextTick }

  /// When an arpeggio plays or ends its next note.
  package var nextStep: Double? { effects.nextMoment.map { Double($0) * 1e-6 } }

  private var nextDetectorTick: Double? {
    guard configuration.roundingMode == .rounded else { return nil }
    guard surface.fingers.contains(where: { $0.isOnSurface && $0.isActive }) else { return nil }
    return roundingClock.nextTick(every: tickMilliseconds)
  }

  /// Advances the time to `milliseconds`: updates the rounding detectors, moves the bow and plays arpeggios.
  public mutating func advance(to milliseconds: Double, into events: inout [VoiceEvent]) {
    advance(before: milliseconds, into: &events)
    advanceEffects(before: false, into: &events)
  }

  /// Advances the time to a moment at which something is played. It comes before the steps of that moment, so that a key
  /// that is let go with a step does not play it.
  package mutating func advance(before milliseconds: Double, into events: inout [VoiceEvent]) {
    guard milliseconds.isFinite else { return }
    now = milliseconds
    advanceDetectors(to: milliseconds, into: &events)
    advanceBow(into: &events)
    advanceEffects(before: true, into: &events)
  }

  private mutating func advanceDetectors(to milliseconds: Double, into events: inout [VoiceEvent]) {
    guard configuration.roundingMode == .rounded else { return }
    let ticks = roundingClock.advance(to: milliseconds, every: tickMilliseconds)
    for _ in 0..<ticks { tickDetectors(into: &events) }
  }

  private mutating func tickDetectors(into events: inout [VoiceEvent]) {
    for slot in surface.fingers.indices
    where surface.fingers[slot].isOnSurface && surface.fingers[slot].isActive {
      if surface.fingers[slot].detector.tick(configuration.rounding) { sendMovedPitch(slot, into: &events) }
    }
  }

  /// Takes the change of a tuning message, for later notes.
  mutating func retune(_ change: TuningMessage.Change) {
    retuning.apply(change, to: configuration.tuning)
  }

  // MARK: State for displays

  /// The number of voices that are held or ring.
  public var soundingVoices: Int { allocator.voices.count { $0.state != .free } }

  /// The number of MIDI notes that are held by a key, a pedal or a latch, plus the number of fingers that are down.
  public var heldNotes: Int { max(notes.count, effects.heldKeys) + surface.fingers.count { $0.isOnSurface } }

  /// Whether a sounding finger is on this key.
  public func isLit(row: Int, key: Int) -> Bool {
    surface.isLit(row: row, key: key)
  }

  /// The number of the finger that plays `voice`; nil if none does.
  public func finger(of voice: VoiceNumber) -> Int? {
    guard allocator.voices.indices.contains(voice.index) else { return nil }
    guard case .finger(let finger) = allocator[voice].owner else { return nil }
    return finger
  }
}
