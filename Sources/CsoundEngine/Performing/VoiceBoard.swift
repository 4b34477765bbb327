#if Csound
  import CCsound
  import Engine
  import Keyboard

  /// The keyboard's voices as instances of one instrument, or of one for each channel. [audio-thread]
  ///
  /// A voice is `i N.SSS 0 -1 KEY GAIN FREQ VOICE`, as far as the instrument asks, until `i -N.SSS 0 0`. Each
  /// voice number has two instance numbers in turn, so that a stolen note ends by its own release while its
  /// successor begins.
  struct VoiceBoard {
    static var capacity: Int { @_noLocks get { 64 } }
    private static var slotCount: Int { @_noLocks get { 2 * capacity } }

    private let csound: UnsafeMutablePointer<CSOUND>
    private let instruments: VoiceInstruments
    private let touches: UnsafeMutablePointer<HeldVoice>
    private let fields: UnsafeMutablePointer<Double>
    /// By slot: the instrument, whether it sounds, and as which start.
    private let players: UnsafeMutablePointer<Int>
    private let marks: UnsafeMutablePointer<UInt8>
    private let serials: UnsafeMutablePointer<UInt32>
    private let sounding: UnsafeMutablePointer<Bool>
    private(set) var soundingCount = 0
    /// By voice, as bits: begun in this control block, and to be released in the next one.
    private var begun: UInt64 = 0
    private var due: UInt64 = 0

    init(_ instance: CsoundInstance, _ instruments: VoiceInstruments) {
      csound = instance.csound
      self.instruments = instruments
      touches = .allocate(capacity: Self.capacity)
      for voice in 0..<Self.capacity {
        (touches + voice).initialize(to: HeldVoice(instance, voice: voice))
      }
      fields = .allocate(capacity: 7)
      players = .allocate(capacity: Self.slotCount)
      players.initialize(repeating: instruments.number(for: 0), count: Self.slotCount)
      marks = .allocate(capacity: Self.slotCount)
      serials = .allocate(capacity: Self.slotCount)
      serials.initialize(repeating: 0, count: Self.slotCount)
      sounding = .allocate(capacity: Self.slotCount)
      sounding.initialize(repeating: false, count: Self.slotCount)
    }

    func deallocate() {
      instruments.deallocate()
      players.deallocate()
      touches.deallocate()
      fields.deallocate()
      marks.deallocate()
      serials.deallocate()
      sounding.deallocate()
    }

    @_noLocks mutating func take(_ event: VoiceEvent) {
      switch event {
      case .start(let number, let serial):
        if isVoice(number.index) { start(number.index, serial) }
      case .set(let number, let parameter, let value):
        guard !number.isAll else { return setAll(parameter, value) }
        if isVoice(number.index) { touches[number.index].set(parameter, value) }
      case .release(let number), .steal(let number):
        if isVoice(number.index) { release(number.index) }
      }
    }

    /// The same while time stands still: a note that ends before it could begin never does.
    @_noLocks mutating func takeUnheard(_ event: VoiceEvent, tellingEndsTo end: AudioEnd) {
      switch event {
      case .start(let number, _):
        forget(number, end)
        take(event)
      case .release(let number), .steal(let number): if !forget(number, end) { take(event) }
      case .set: take(event)
      }
    }

    /// Answers whether there was a note to forget.
    @discardableResult
    @_noLocks private mutating func forget(_ number: VoiceNumber, _ end: AudioEnd) -> Bool {
      guard isVoice(number.index), begun & (1 << UInt64(number.index)) != 0 else { return false }
      begun &= ~(1 << UInt64(number.index))
      end.report(.voiceEnded(number, serial: touches[number.index].serial))
      return true
    }

    @_noLocks private func isVoice(_ number: Int) -> Bool { number >= 0 && number < Self.capacity }

    @_noLocks private func setAll(_ parameter: VoiceParameter, _ value: Double) {
      for voice in 0..<Self.capacity { touches[voice].set(parameter, value) }
    }

    @_noLocks private mutating func start(_ voice: Int, _ serial: UInt32) {
      release(voice)
      sendDue(of: voice)
      touches[voice].begin(serial: serial)
      begun |= 1 << UInt64(voice)
    }

    /// A note that began in this very block sounds for one block at least.
    @_noLocks private mutating func release(_ voice: Int) {
      if touches[voice].isHeld || begun & (1 << UInt64(voice)) != 0 { due |= 1 << UInt64(voice) }
    }

    /// When all commands of a control block are taken: ends what was let go, starts what began, now that all
    /// its parameters are known.
    @_noLocks mutating func sendNotes() {
      if due & ~begun != 0 {
        let late = begun
        for voice in 0..<Self.capacity where late & (1 << UInt64(voice)) == 0 { sendDue(of: voice) }
      }
      guard begun != 0 else { return }
      for voice in 0..<Self.capacity { send(beginning: voice) }
    }

    @_noLocks private mutating func sendDue(of voice: Int) {
      guard due & (1 << UInt64(voice)) != 0 else { return }
      send(beginning: voice)
      due &= ~(1 << UInt64(voice))
      touches[voice].isHeld = false
      fields[0] = -number(of: slot(voice))
      fields[1] = 0
      fields[2] = 0
      _ = cs_event(csound, CChar(105), fields, 3)
    }

    @_noLocks private mutating func send(beginning voice: Int) {
      guard begun & (1 << UInt64(voice)) != 0 else { return }
      begun &= ~(1 << UInt64(voice))
      touches[voice].isHeld = true
      touches[voice].turn ^= 1
      let (slot, channel) = (slot(voice), touches[voice].channel)
      if sounding[slot] { _ = cs_kill(csound, number(of: slot)) }
      if !sounding[slot] { soundingCount += 1 }
      sounding[slot] = true
      players[slot] = instruments.number(for: channel)
      serials[slot] = touches[voice].serial
      fields[0] = number(of: slot)
      fields[1] = 0
      fields[2] = -1
      fields[3] = touches[voice].key
      fields[4] = touches[voice].gain
      fields[5] = touches[voice].hertz
      fields[6] = Double(voice)
      _ = cs_event(csound, CChar(105), fields, instruments.fieldCount(for: channel))
    }

    @_noLocks private func slot(_ voice: Int) -> Int { 2 * voice + touches[voice].turn }

    @_noLocks private func number(of slot: Int) -> Double { Double(players[slot]) + Double(slot + 1) / 1000 }

    /// After a control block: tells of the voices that have come to their end.
    @_noLocks mutating func reportEnded(to end: AudioEnd) {
      guard soundingCount > 0 else { return }
      for index in instruments.all.indices { reportEnded(of: instruments.all[index], to: end) }
    }

    @_noLocks private mutating func reportEnded(of player: Int, to end: AudioEnd) {
      cs_mark_instances(csound, Int32(player), marks, Int32(Self.slotCount))
      for slot in 0..<Self.slotCount where sounding[slot] && players[slot] == player && marks[slot] == 0 {
        sounding[slot] = false
        soundingCount -= 1
        end.report(.voiceEnded(VoiceNumber(slot / 2), serial: serials[slot]))
      }
    }

    /// Ends every voice at once; the output is faded by then.
    @_noLocks mutating func kill() {
      begun = 0
      due = 0
      for voice in 0..<Self.capacity { touches[voice].isHeld = false }
      for slot in 0..<Self.slotCount where sounding[slot] { _ = cs_kill(csound, number(of: slot)) }
    }
  }
#endif
