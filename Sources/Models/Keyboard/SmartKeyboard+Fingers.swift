import SpinetEngine

/// Fingers on the surface.
extension SmartKeyboard {
  /// - Parameters:
  ///   - id: the number that the surface gives the finger. It can be any number.
  ///   - x: points from the left; `y` is points from the top.
  ///   - gain: how hard the finger came down, 0–1; nil if unknown. It is sent to the finger's voices.
  public mutating func fingerDown(
    _ id: Int, x: Double, y: Double, gain: Double? = nil, at milliseconds: Double,
    into events: inout [VoiceEvent]
  ) {
    fingerLifted(id, x: x, y: y, at: milliseconds, into: &events)
    startInstrument(into: &events)
    guard surface.fingers.count(where: \.isOnSurface) < configuration.maximumFingers,
      let slot = surface.fingers.firstIndex(where: { $0.owner == nil })
    else { return }
    surface.fingers[slot].owner = .surface(id)
    surface.fingers[slot].x = x
    surface.fingers[slot].isMuted = false
    surface.fingers[slot].gain = gain
    surface.fingers[slot].pressure = nil
    surface.fingers[slot].touch = surface.geometry.touch(x: x, y: y)
    enter(slot, into: &events)
  }

  /// Moves a finger to a place in points from the top left. An unknown finger does nothing.
  public mutating func fingerMoved(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(to: milliseconds, into: &events)
    guard let slot = surface.fingers.firstIndex(where: { $0.owner == .surface(id) }) else { return }
    let old = surface.fingers[slot].touch
    let new = surface.geometry.touch(x: x, y: y)
    surface.fingers[slot].detector.move(by: x - surface.fingers[slot].x)
    surface.fingers[slot].x = x
    if new.row != old.row {
      slide(slot, toRowAt: new, into: &events)
    } else if new.key != old.key {
      slide(slot, toKeyAt: new, into: &events)
    } else {
      surface.fingers[slot].touch = new
      if surface.fingers[slot].isActive { send(.move, slot, into: &events) }
    }
  }

  /// Ends a touch at a place in points from the top left. An unknown finger does nothing.
  public mutating func fingerLifted(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(to: milliseconds, into: &events)
    guard let slot = surface.fingers.firstIndex(where: { $0.owner == .surface(id) }) else { return }
    let touch = surface.geometry.touch(x: x, y: y)
    if touch.row == surface.fingers[slot].touch.row, touch.key == surface.fingers[slot].touch.key {
      surface.fingers[slot].touch = touch
    }
    surface.fingers[slot].owner = nil
    leave(slot, into: &events)
  }

  // MARK: Into and out of a row

  mutating func enter(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = surface.fingers[slot].touch.row
    surface.enterRow(slot)
    surface.fingers[slot].isActive = false
    guard isAdmitted(slot) else { return }
    if surface.rows[row].part == .voices { giveVoice(slot, into: &events) }
    surface.light(slot)
    begin(.down, slot, into: &events)
  }

  /// Whether the polyphony of the row has room for a new finger.
  private func isAdmitted(_ slot: Int) -> Bool {
    let row = surface.fingers[slot].touch.row
    guard surface.rows[row].part == .voices else { return true }
    guard sounds(surface.fingers[slot].touch) else { return false }
    guard limit > 1 else { return mayTakeOver(row: row, pitch: notePitch(of: surface.fingers[slot].touch)) }
    return surface.rows[row].fingerCount <= limit
  }

  /// Whether the key has a note. A keyboard map may leave it out. A gliding pitch skips such keys.
  func sounds(_ touch: KeyGeometry.Touch) -> Bool {
    guard configuration.roundingMode == .quantized else { return true }
    return retuning.sounds(
      Int(notePitch(of: touch).rounded(.down)), on: nil, in: configuration.tuning)
  }

  mutating func leave(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = surface.fingers[slot].touch.row
    surface.leaveRow(slot)
    surface.fingers[slot].detector.end()
    guard surface.fingers[slot].isActive else { return }
    finish(.up, slot, into: &events)
    surface.fingers[slot].isActive = false
    if surface.rows[row].part == .voices { handOver(row: row, toFingers: true, into: &events) }
  }

  private mutating func slide(
    _ slot: Int, toRowAt touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if surface.fingers[slot].isMuted {
      surface.fingers[slot].touch = touch
      return
    }
    let owner = surface.fingers[slot].owner
    surface.fingers[slot].owner = nil
    leave(slot, into: &events)
    surface.fingers[slot].owner = owner
    surface.fingers[slot].touch = touch
    if configuration.allowsInterKeyboardSlide {
      enter(slot, into: &events)
    } else {
      surface.fingers[slot].isMuted = true
    }
  }

  // MARK: From key to key

  private mutating func slide(
    _ slot: Int, toKeyAt touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if surface.fingers[slot].isMuted {
      surface.fingers[slot].touch = touch
      return
    }
    guard surface.fingers[slot].isActive else { return slideUnheard(slot, to: touch, into: &events) }
    let isActiveThere =
      surface.rows[touch.row].part != .voices || (sounds(touch) && !isOutranked(slot, at: touch))
    guard isActiveThere else { return yieldVoice(slot, goingTo: touch, into: &events) }
    let keepsVoice = configuration.roundingMode != .quantized
    if keepsVoice { send(.leave, slot, into: &events) } else { finish(.leave, slot, into: &events) }
    surface.darkenKey(of: slot)
    surface.fingers[slot].touch = touch
    surface.light(slot)
    if keepsVoice { return send(.arrive, slot, into: &events) }
    if surface.rows[touch.row].part == .voices { giveVoice(slot, into: &events) }
    begin(.arrive, slot, into: &events)
  }

  /// The finger has moved to a key without a note, or it has the only voice and another finger now has
  /// precedence.
  private mutating func yieldVoice(
    _ slot: Int, goingTo touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    finish(.up, slot, into: &events)
    surface.fingers[slot].isActive = false
    surface.fingers[slot].touch = touch
    handOver(row: touch.row, toFingers: true, into: &events)
  }

  /// A finger that does not have the voice of a monophonic row has moved. It gets the voice if it leaves the lit key.
  /// In the modes that compare pitches, it gets the voice if it moves to a key with precedence.
  private mutating func slideUnheard(
    _ slot: Int, to touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    let old = surface.fingers[slot].touch
    surface.fingers[slot].touch = touch
    guard surface.rows[touch.row].part == .voices, sounds(touch) else { return }
    guard limit == 1, sounds(old) else { return comeToSound(slot, from: old, into: &events) }
    let wins: Bool
    switch configuration.monoMode {
    case .first: wins = false
    case .last, .steal: wins = surface.rows[old.row].lit[old.key]
    case .highest, .lowest: wins = mayTakeOver(row: touch.row, pitch: notePitch(of: touch))
    }
    if wins { giveVoiceAsNewNote(finger: slot, into: &events) }
  }

  /// The finger has moved from a key without a note to one that has a note.
  private mutating func comeToSound(
    _ slot: Int, from old: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if !sounds(old), isAdmitted(slot) { giveVoiceAsNewNote(finger: slot, into: &events) }
  }

  /// Gives a voice to a finger that is down without one. This is a new note.
  mutating func giveVoiceAsNewNote(finger slot: Int, into events: inout [VoiceEvent]) {
    giveVoice(slot, into: &events)
    surface.light(slot)
    begin(.down, slot, into: &events)
  }

  private mutating func giveVoice(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = surface.fingers[slot].touch.row
    surface.fingers[slot].voice = startVoice(row: row, owner: .finger(slot), source: -1, into: &events)
  }

  // MARK: Keys that are lit

  /// The finger's voice was stolen.
  mutating func darken(_ slot: Int, into events: inout [VoiceEvent]) {
    sendStatus(.up, slot, into: &events)
    surface.fingers[slot].isActive = false
    surface.darkenKey(of: slot)
  }

  /// Forgets the finger. The caller ends its voice.
  mutating func forgetFinger(_ slot: Int, into events: inout [VoiceEvent]) {
    guard surface.fingers[slot].owner != nil else { return }
    let row = surface.fingers[slot].touch.row
    surface.leaveRow(slot)
    if surface.fingers[slot].isActive {
      sendStatus(.up, slot, into: &events)
      sendFingersCount(of: row, into: &events)
    }
    surface.fingers[slot].isActive = false
    surface.darkenKey(of: slot)
    surface.fingers[slot].owner = nil
    surface.fingers[slot].detector.end()
  }

  // MARK: Notes of fingers

  /// A note begins under the finger.
  private mutating func begin(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    surface.fingers[slot].shiftSemitones = shiftSemitones
    surface.fingers[slot].reference = notePitch(of: surface.fingers[slot].touch)
    if change == .down { surface.fingers[slot].detector.begin() }
    send(change, slot, into: &events)
  }

  /// The note of the finger ends, and its key is not lit any more.
  private mutating func finish(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    send(change, slot, into: &events)
    if let voice = surface.fingers[slot].voice { releaseVoice(voice, into: &events) }
    surface.fingers[slot].voice = nil
    surface.darkenKey(of: slot)
  }
}
