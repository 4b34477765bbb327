import SpinetEngine

/// Fingers on the surface.
extension SmartKeyboard {
  /// - Parameters:
  ///   - id: the surface's number of the finger. It can be any number.
  ///   - x: points from the left; `y` is points from the top.
  public mutating func fingerDown(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    fingerLifted(id, x: x, y: y, at: milliseconds, into: &events)
    startInstrument(into: &events)
    guard fingers.count(where: \.isOnSurface) < configuration.maximumFingers,
      let slot = fingers.firstIndex(where: { $0.owner == nil })
    else { return }
    fingers[slot].owner = .surface(id)
    fingers[slot].x = x
    fingers[slot].isMuted = false
    fingers[slot].touch = geometry.touch(x: x, y: y)
    enter(slot, into: &events)
  }

  public mutating func fingerMoved(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(to: milliseconds, into: &events)
    guard let slot = fingers.firstIndex(where: { $0.owner == .surface(id) }) else { return }
    let old = fingers[slot].touch
    let new = geometry.touch(x: x, y: y)
    fingers[slot].detector.move(by: x - fingers[slot].x)
    fingers[slot].x = x
    if new.row != old.row {
      slide(slot, toRowAt: new, into: &events)
    } else if new.key != old.key {
      slide(slot, toKeyAt: new, into: &events)
    } else {
      fingers[slot].touch = new
      if fingers[slot].isActive { send(.move, slot, into: &events) }
    }
  }

  public mutating func fingerLifted(
    _ id: Int, x: Double, y: Double, at milliseconds: Double, into events: inout [VoiceEvent]
  ) {
    advance(to: milliseconds, into: &events)
    guard let slot = fingers.firstIndex(where: { $0.owner == .surface(id) }) else { return }
    let touch = geometry.touch(x: x, y: y)
    if touch.row == fingers[slot].touch.row, touch.key == fingers[slot].touch.key {
      fingers[slot].touch = touch
    }
    fingers[slot].owner = nil
    leave(slot, into: &events)
  }

  // MARK: Into and out of a row

  mutating func enter(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = fingers[slot].touch.row
    rows[row].fingerCount += 1
    fingers[slot].isActive = false
    guard isAdmitted(slot) else { return }
    if rows[row].part == .voices { takeVoice(slot, into: &events) }
    light(slot)
    begin(.down, slot, into: &events)
  }

  /// Whether the polyphony of the row has room for a new finger.
  private func isAdmitted(_ slot: Int) -> Bool {
    let row = fingers[slot].touch.row
    guard rows[row].part == .voices else { return true }
    guard sounds(fingers[slot].touch) else { return false }
    guard limit > 1 else { return mayTakeOver(row: row, pitch: notePitch(of: fingers[slot].touch)) }
    return rows[row].fingerCount <= limit
  }

  /// Whether the key has a note. A keyboard map may leave it out. A gliding pitch skips such keys.
  func sounds(_ touch: KeyGeometry.Touch) -> Bool {
    guard configuration.roundingMode == .quantized else { return true }
    return retuning.sounds(
      Int(notePitch(of: touch).rounded(.down)), on: nil, in: configuration.tuning)
  }

  mutating func leave(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = fingers[slot].touch.row
    if !fingers[slot].isMuted { rows[row].fingerCount -= 1 }
    fingers[slot].detector.end()
    guard fingers[slot].isActive else { return }
    finish(.up, slot, into: &events)
    fingers[slot].isActive = false
    if rows[row].part == .voices { handOver(row: row, toFingers: true, into: &events) }
  }

  private mutating func slide(
    _ slot: Int, toRowAt touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if fingers[slot].isMuted {
      fingers[slot].touch = touch
      return
    }
    let owner = fingers[slot].owner
    fingers[slot].owner = nil
    leave(slot, into: &events)
    fingers[slot].owner = owner
    fingers[slot].touch = touch
    if configuration.allowsInterKeyboardSlide {
      enter(slot, into: &events)
    } else {
      fingers[slot].isMuted = true
    }
  }

  // MARK: From key to key

  private mutating func slide(
    _ slot: Int, toKeyAt touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if fingers[slot].isMuted {
      fingers[slot].touch = touch
      return
    }
    guard fingers[slot].isActive else { return slideUnheard(slot, to: touch, into: &events) }
    let isHeardThere = rows[touch.row].part != .voices || (sounds(touch) && !isOutranked(slot, at: touch))
    guard isHeardThere else { return yieldVoice(slot, goingTo: touch, into: &events) }
    let keepsVoice = configuration.roundingMode != .quantized
    if keepsVoice { send(.leave, slot, into: &events) } else { finish(.leave, slot, into: &events) }
    darkenKey(of: slot)
    fingers[slot].touch = touch
    light(slot)
    if keepsVoice { return send(.arrive, slot, into: &events) }
    if rows[touch.row].part == .voices { takeVoice(slot, into: &events) }
    begin(.arrive, slot, into: &events)
  }

  /// The finger has moved to a key without a note, or it has the only voice and another finger now has
  /// precedence.
  private mutating func yieldVoice(
    _ slot: Int, goingTo touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    finish(.up, slot, into: &events)
    fingers[slot].isActive = false
    fingers[slot].touch = touch
    handOver(row: touch.row, toFingers: true, into: &events)
  }

  /// A finger without the voice of a monophonic row gets it by leaving the lit key. In the modes that compare
  /// pitches, it gets it by moving to a key with precedence.
  private mutating func slideUnheard(
    _ slot: Int, to touch: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    let old = fingers[slot].touch
    fingers[slot].touch = touch
    guard rows[touch.row].part == .voices, sounds(touch) else { return }
    guard limit == 1, sounds(old) else { return comeToSound(slot, from: old, into: &events) }
    let wins: Bool
    switch configuration.monoMode {
    case .first: wins = false
    case .last, .steal: wins = rows[old.row].lit[old.key]
    case .highest, .lowest: wins = mayTakeOver(row: touch.row, pitch: notePitch(of: touch))
    }
    if wins { takeOver(finger: slot, into: &events) }
  }

  /// The finger has moved from a key without a note to one that has a note.
  private mutating func comeToSound(
    _ slot: Int, from old: KeyGeometry.Touch, into events: inout [VoiceEvent]
  ) {
    if !sounds(old), isAdmitted(slot) { takeOver(finger: slot, into: &events) }
  }

  /// Gives a voice to a finger that is down without one. This is a new note.
  mutating func takeOver(finger slot: Int, into events: inout [VoiceEvent]) {
    takeVoice(slot, into: &events)
    light(slot)
    begin(.down, slot, into: &events)
  }

  private mutating func takeVoice(_ slot: Int, into events: inout [VoiceEvent]) {
    let row = fingers[slot].touch.row
    fingers[slot].voice = startVoice(row: row, owner: .finger(slot), source: -1, into: &events)
  }

  // MARK: Keys that are lit

  private mutating func light(_ slot: Int) {
    fingers[slot].isActive = true
    rows[fingers[slot].touch.row].lit[fingers[slot].touch.key] = true
  }

  /// A key is lit until the last sounding finger on it has left it.
  private mutating func darkenKey(of slot: Int) {
    let (row, key) = (fingers[slot].touch.row, fingers[slot].touch.key)
    for (index, finger) in fingers.enumerated() where index != slot && finger.isActive && finger.owner != nil
    {
      if finger.touch.row == row, finger.touch.key == key { return }
    }
    rows[row].lit[key] = false
  }

  /// The finger's voice was stolen.
  mutating func darken(_ slot: Int, into events: inout [VoiceEvent]) {
    sendStatus(.up, slot, into: &events)
    fingers[slot].isActive = false
    darkenKey(of: slot)
  }

  /// Forgets the finger. The caller ends its voice.
  mutating func forgetFinger(_ slot: Int, into events: inout [VoiceEvent]) {
    guard fingers[slot].owner != nil else { return }
    let row = fingers[slot].touch.row
    if !fingers[slot].isMuted { rows[row].fingerCount -= 1 }
    if fingers[slot].isActive {
      sendStatus(.up, slot, into: &events)
      sendFingersCount(of: row, into: &events)
    }
    fingers[slot].isActive = false
    darkenKey(of: slot)
    fingers[slot].owner = nil
    fingers[slot].detector.end()
  }

  // MARK: Notes of fingers

  /// A note begins under the finger.
  private mutating func begin(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    fingers[slot].octave = octave
    fingers[slot].reference = notePitch(of: fingers[slot].touch)
    if change == .down { fingers[slot].detector.begin() }
    send(change, slot, into: &events)
  }

  /// The note of the finger ends, and its key is not lit any more.
  private mutating func finish(_ change: KeyChange, _ slot: Int, into events: inout [VoiceEvent]) {
    send(change, slot, into: &events)
    if let voice = fingers[slot].voice { releaseVoice(voice, into: &events) }
    fingers[slot].voice = nil
    darkenKey(of: slot)
  }
}
