import SpinetEngine

/// The values that a finger's events send, in this order: bend, gate, freq, kbKfreq, kbKbend, keyboard, key,
/// x, y, xF, yF, kbKkNx, kbKkNy, kbKkNstatus, kbKfingers. They are raw and not limited to the range of a
/// slider.
extension SmartKeyboard {
  func send(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    if let voice = pitchedVoice(of: slot) {
      sendPitch(change, slot, to: voice, into: &events)
    }
    // The key that the finger leaves keeps its last position. Only its status changes.
    guard change != .leave else { return sendStatus(change, slot, into: &events) }
    sendPosition(slot, into: &events)
    if change == .arrive, configuration.roundingMode != .quantized { sendMovedPitch(slot, into: &events) }
    sendKeyPosition(slot, into: &events)
    sendStatus(change, slot, into: &events)
    sendFingersCount(of: surface.fingers[slot].touch.row, into: &events)
  }

  func sendFingersCount(of row: Int, into events: inout [VoiceEvent]) {
    guard configuration.sendsFingersCount else { return }
    events.append(.set(.all, .keyboardFingers(UInt8(row)), Double(surface.rows[row].fingerCount)))
  }

  /// The voice that gets freq, bend and gate.
  func pitchedVoice(of slot: Int) -> VoiceNumber? {
    // A note sends these values itself.
    if case .note = surface.fingers[slot].owner { return nil }
    return switch surface.rows[surface.fingers[slot].touch.row].part {
    case .voices: surface.fingers[slot].voice
    case .instrument: Self.instrumentVoice
    case .surface: nil
    }
  }

  private var isSeed: Bool { configuration.generation == .seed }

  // MARK: Pitch

  private func sendPitch(
    _ change: KeyChange, _ slot: Int, to voice: VoiceNumber, into events: inout [VoiceEvent]
  ) {
    let isQuantized = configuration.roundingMode == .quantized
    switch change {
    case .down: sendNote(slot, to: voice, into: &events)
    case .arrive: if isQuantized { sendNote(slot, to: voice, into: &events) }
    case .up: events.append(.set(voice, .gate, 0))
    case .leave: if isQuantized { events.append(.set(voice, .gate, 0)) }
    case .move: if !isQuantized { sendMovedPitch(slot, into: &events) }
    }
  }

  private func sendNote(_ slot: Int, to voice: VoiceNumber, into events: inout [VoiceEvent]) {
    let row = surface.fingers[slot].touch.row
    let hertz = retuning.hertz(surface.fingers[slot].reference, on: nil, in: configuration.tuning)
    if !isSeed { events.append(.set(voice, .bend, 1)) }
    events.append(.set(voice, .gate, 1))
    events.append(.set(voice, .freq, hertz))
    if let gain = surface.fingers[slot].gain { events.append(.set(voice, .gain, gain)) }
    if let pressure = surface.fingers[slot].pressure { events.append(.set(voice, .pressure, pressure)) }
    guard surface.rows[row].row.sendsKeyboardFreq else { return }
    events.append(.set(.all, .keyboardFreq(UInt8(row)), hertz))
    events.append(.set(.all, .keyboardBend(UInt8(row)), 1))
  }

  /// A keyboard with the seed's names sends no bend, so the frequency itself changes.
  func sendMovedPitch(_ slot: Int, into events: inout [VoiceEvent]) {
    guard let voice = pitchedVoice(of: slot) else { return }
    let pitch = movedPitch(of: slot)
    guard !isSeed else {
      let hertz = retuning.hertz(pitch, on: nil, in: configuration.tuning)
      return events.append(.set(voice, .freq, hertz))
    }
    let row = surface.fingers[slot].touch.row
    let bend = retuning.ratio(of: pitch, to: surface.fingers[slot].reference, in: configuration.tuning)
    events.append(.set(voice, .bend, bend))
    if surface.rows[row].row.sendsKeyboardFreq { events.append(.set(.all, .keyboardBend(UInt8(row)), bend)) }
  }

  // MARK: Position

  private func sendPosition(_ slot: Int, into events: inout [VoiceEvent]) {
    let touch = surface.fingers[slot].touch
    let row = surface.rows[touch.row].row
    let target = pitchedVoice(of: slot) ?? .all
    if configuration.sendsCurrentKeyboard { events.append(.set(target, .keyboard, Double(touch.row))) }
    if configuration.sendsCurrentKey { events.append(.set(target, .key, Double(touch.key))) }
    let isSeedSurface = isSeed && surface.rows[touch.row].part == .surface
    if row.sendsX, !isSeedSurface { events.append(.set(target, .x, touch.x)) }
    if row.sendsY, !isSeedSurface { events.append(.set(target, .y, touch.y)) }
    if row.sendsNumberedX || isSeedSurface { events.append(.set(.all, .fingerX(UInt8(slot)), touch.x)) }
    if row.sendsNumberedY || isSeedSurface { events.append(.set(.all, .fingerY(UInt8(slot)), touch.y)) }
  }

  private func sendKeyPosition(_ slot: Int, into events: inout [VoiceEvent]) {
    let touch = surface.fingers[slot].touch
    let (row, key) = (UInt8(touch.row), UInt8(touch.key))
    if surface.rows[touch.row].row.sendsKeyX {
      events.append(.set(.all, .keyX(keyboard: row, key: key), touch.x))
    }
    if surface.rows[touch.row].row.sendsKeyY {
      events.append(.set(.all, .keyY(keyboard: row, key: key), touch.y))
    }
  }

  func sendStatus(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    let touch = surface.fingers[slot].touch
    guard surface.rows[touch.row].row.sendsKeyStatus else { return }
    let status = VoiceParameter.keyStatus(keyboard: UInt8(touch.row), key: UInt8(touch.key))
    events.append(.set(.all, status, Double(change.rawValue)))
  }
}
