import CCsound
import SpinetEngine
import SpinetRealtime

/// Plays the keyboard's voices as instances of one instrument, or of one per channel. [audio-thread]
///
/// A voice is `i N.SSS 0 -1 KEY GAIN FREQ VOICE`, with as many fields as the instrument reads, until
/// `i -N.SSS 0 0`. Each voice number uses two instance numbers in turn, so that a stolen note ends with its
/// own release while the next one begins.
struct CsoundVoicePlayer: ~Copyable {
  static var capacity: Int { @_noLocks get { 64 } }

  private let csound: OpaquePointer
  private let instruments: VoiceInstruments
  private let voices: FixedBuffer<CsoundVoice>
  private let slots: FixedBuffer<Slot>
  /// The p-fields of the event that is being sent.
  private let fields: FixedBuffer<Double>
  /// By slot: whether an instance sounds.
  private let marks: FixedBuffer<UInt8>
  private(set) var soundingCount = 0
  /// Voices, as bits: those that begin in this control block, and those that are released in it.
  private var begun: UInt64 = 0
  private var due: UInt64 = 0

  /// An instance number of a voice.
  private struct Slot: BitwiseCopyable {
    var instrument: Int
    var serial: UInt32 = 0
    var isSounding = false
  }

  init(_ instance: CsoundInstance, _ instruments: consuming VoiceInstruments) {
    csound = instance.csound
    // An orchestra that no key plays needs no channels for voices.
    let count = instruments.all.count > 0 ? Self.capacity : 0
    voices = FixedBuffer(count: count) { CsoundVoice(instance, voice: $0) }
    slots = FixedBuffer(repeating: Slot(instrument: instruments.number(for: 0)), count: 2 * count)
    fields = FixedBuffer(repeating: 0, count: 7)
    marks = FixedBuffer(repeating: 0, count: 2 * count)
    self.instruments = instruments
  }

  @_noLocks mutating func take(_ event: VoiceEvent) {
    switch event {
    case .start(let number, let serial):
      if isVoice(number.index) { start(number.index, serial) }
    case .set(let number, let parameter, let value):
      guard !number.isAll else { return setAll(parameter, value) }
      if isVoice(number.index) { voices[number.index].set(parameter, value) }
    case .release(let number), .steal(let number):
      if isVoice(number.index) { release(number.index) }
    }
  }

  /// The same while the performance is paused: a note that ends before it could begin never sounds.
  @_noLocks mutating func takeUnheard(_ event: VoiceEvent, tellingEndsTo end: inout AudioEnd) {
    switch event {
    case .start(let number, _):
      forget(number, &end)
      take(event)
    case .release(let number), .steal(let number): if !forget(number, &end) { take(event) }
    case .set: take(event)
    }
  }

  /// Returns whether there was a note to forget.
  @discardableResult
  @_noLocks private mutating func forget(_ number: VoiceNumber, _ end: inout AudioEnd) -> Bool {
    guard isVoice(number.index), begun & (1 << UInt64(number.index)) != 0 else { return false }
    begun &= ~(1 << UInt64(number.index))
    end.report(.voiceEnded(number, serial: voices[number.index].serial))
    return true
  }

  @_noLocks private func isVoice(_ number: Int) -> Bool { number >= 0 && number < voices.count }

  @_noLocks private func setAll(_ parameter: VoiceParameter, _ value: Double) {
    for voice in 0..<voices.count { voices[voice].set(parameter, value) }
  }

  @_noLocks private mutating func start(_ voice: Int, _ serial: UInt32) {
    release(voice)
    sendDue(of: voice)
    voices[voice].begin(serial: serial)
    begun |= 1 << UInt64(voice)
  }

  /// A note that began in this block sounds for at least one block.
  @_noLocks private mutating func release(_ voice: Int) {
    if voices[voice].isHeld || begun & (1 << UInt64(voice)) != 0 { due |= 1 << UInt64(voice) }
  }

  /// Sends note-offs and note-ons. Call it when all commands of a control block have been taken.
  @_noLocks mutating func sendNotes() {
    if due & ~begun != 0 {
      let late = begun
      for voice in 0..<voices.count where late & (1 << UInt64(voice)) == 0 { sendDue(of: voice) }
    }
    guard begun != 0 else { return }
    for voice in 0..<voices.count { send(beginning: voice) }
  }

  @_noLocks private mutating func sendDue(of voice: Int) {
    guard due & (1 << UInt64(voice)) != 0 else { return }
    send(beginning: voice)
    due &= ~(1 << UInt64(voice))
    voices[voice].isHeld = false
    fields[0] = -number(of: slot(voice))
    fields[1] = 0
    fields[2] = 0
    sendEvent(fieldCount: 3)
  }

  @_noLocks private mutating func send(beginning voice: Int) {
    guard begun & (1 << UInt64(voice)) != 0 else { return }
    begun &= ~(1 << UInt64(voice))
    voices[voice].isHeld = true
    voices[voice].instanceParity ^= 1
    let (slot, channel) = (slot(voice), voices[voice].channel)
    if slots[slot].isSounding { _ = cs_kill(csound, number(of: slot)) } else { soundingCount += 1 }
    slots[slot] = Slot(
      instrument: instruments.number(for: channel), serial: voices[voice].serial, isSounding: true)
    fields[0] = number(of: slot)
    fields[1] = 0
    fields[2] = -1
    fields[3] = voices[voice].key
    fields[4] = voices[voice].gain
    fields[5] = voices[voice].hertz
    fields[6] = Double(voice)
    sendEvent(fieldCount: instruments.fieldCount(for: channel))
  }

  /// An `i` statement with the first fields.
  @_noLocks private func sendEvent(fieldCount: Int) {
    _ = cs_event(csound, CChar(UInt8(ascii: "i")), fields.start, fieldCount)
  }

  @_noLocks private func slot(_ voice: Int) -> Int { 2 * voice + voices[voice].instanceParity }

  @_noLocks private func number(of slot: Int) -> Double {
    Double(slots[slot].instrument) + Double(slot + 1) / 1000
  }

  /// After a control block: reports the voices that have ended.
  @_noLocks mutating func reportEnded(to end: inout AudioEnd) {
    guard soundingCount > 0 else { return }
    for index in 0..<instruments.all.count {
      reportEnded(of: instruments.all[index], to: &end)
    }
  }

  @_noLocks private mutating func reportEnded(of instrument: Int, to end: inout AudioEnd) {
    cs_mark_instances(csound, Int32(instrument), marks.start, Int32(slots.count))
    for slot in 0..<slots.count where slots[slot].isSounding && marks[slot] == 0 {
      guard slots[slot].instrument == instrument else { continue }
      slots[slot].isSounding = false
      soundingCount -= 1
      end.report(.voiceEnded(VoiceNumber(slot / 2), serial: slots[slot].serial))
    }
  }

  /// Ends every voice at once; the output has been faded out.
  @_noLocks mutating func kill() {
    begun = 0
    due = 0
    for voice in 0..<voices.count { voices[voice].isHeld = false }
    for slot in 0..<slots.count where slots[slot].isSounding {
      _ = cs_kill(csound, number(of: slot))
    }
  }
}
