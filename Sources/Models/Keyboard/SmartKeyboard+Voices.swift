import SpinetEngine

/// Starting, ending and stealing voices, and updating their owners.
extension SmartKeyboard {
  static let instrumentVoice = VoiceNumber(0)

  /// How many voices may sound in one row.
  var limit: Int {
    if case .voices(let count) = configuration.polyphony { return count }
    return .max
  }

  var isInstrument: Bool { configuration.polyphony == .instrument }

  /// Starts the only voice of a keyboard without polyphony, unless it exists already.
  mutating func startInstrument(into events: inout [VoiceEvent]) {
    guard isInstrument, allocator[Self.instrumentVoice].state == .free else { return }
    let voice = allocator.start(row: 0, owner: .instrument, source: -1)
    events.append(.start(voice, serial: allocator[voice].serial))
  }

  /// Starts a new voice in `row`. Steals one if there is no room.
  mutating func startVoice(
    row: Int, owner: VoiceAllocator.Owner, source: Int, into events: inout [VoiceEvent]
  ) -> VoiceNumber {
    if let victim = allocator.victim(row: row, limit: limit) { stealVoice(victim, into: &events) }
    let voice = allocator.start(row: row, owner: owner, source: source)
    events.append(.start(voice, serial: allocator[voice].serial))
    return voice
  }

  mutating func stealVoice(_ voice: VoiceNumber, into events: inout [VoiceEvent]) {
    if case .finger(let finger) = allocator[voice].owner { darken(finger, into: &events) }
    orphan(voice)
    allocator.free(voice)
    events.append(.steal(voice))
  }

  /// Closes the gate and releases the voice. The only voice of a keyboard without polyphony is not released.
  mutating func endVoice(_ voice: VoiceNumber, into events: inout [VoiceEvent]) {
    events.append(.set(voice, .gate, 0))
    releaseVoice(voice, into: &events)
  }

  mutating func releaseVoice(_ voice: VoiceNumber, into events: inout [VoiceEvent]) {
    guard allocator[voice].owner != .instrument else { return }
    orphan(voice)
    allocator.release(voice)
    events.append(.release(voice))
  }

  /// Removes the voice from its finger or note.
  mutating func orphan(_ voice: VoiceNumber) {
    switch allocator[voice].owner {
    case .finger(let finger): surface.fingers[finger].voice = nil
    case .note(let serial):
      guard let index = notes.firstIndex(where: { $0.serial == serial }) else { return }
      notes[index].voice = nil
      if !notes[index].isDown { notes[index].isOver = true }
    case .none, .instrument: break
    }
  }
}
