import SpinetEngine

/// Decides who gets the voice of a monophonic keyboard.
extension SmartKeyboard {
  /// Whether a new note at `pitch` may take the voice now.
  func mayTakeOver(row: Int, pitch: Double) -> Bool {
    guard let active = allocator.held(row: row) else { return true }
    guard isDown(allocator[active].owner) else { return true }
    switch configuration.monoMode {
    case .first: return false
    case .last, .steal: return true
    case .highest: return pitch > self.pitch(of: allocator[active].owner)
    case .lowest: return pitch < self.pitch(of: allocator[active].owner)
    }
  }

  private func isDown(_ owner: VoiceAllocator.Owner) -> Bool {
    if case .note(let serial) = owner { return notes.contains { $0.serial == serial && $0.isDown } }
    return true
  }

  private func pitch(of owner: VoiceAllocator.Owner) -> Double {
    switch owner {
    case .finger(let finger): notePitch(of: surface.fingers[finger].touch) + shift(sinceNoteOf: finger)
    case .note(let serial): notes.first { $0.serial == serial }.map { Double($0.pitch) } ?? 0
    case .none, .instrument: 0
    }
  }

  /// The change of the octave since the finger's note began.
  private func shift(sinceNoteOf finger: Int) -> Double {
    Double(surface.fingers[finger].shiftSemitones - shiftSemitones)
  }

  /// Whether a waiting finger or note has precedence over this finger, which has the voice, if it moves to
  /// `touch`. This happens only in the modes that compare pitches, and only when sliding from key to key.
  func isOutranked(_ slot: Int, at touch: KeyGeometry.Touch) -> Bool {
    guard limit == 1, surface.rows[touch.row].part == .voices else { return false }
    let pitch = notePitch(of: touch) + shift(sinceNoteOf: slot)
    switch configuration.monoMode {
    case .first, .last, .steal: return false
    case .highest: return waitingPitch(row: touch.row).map { $0 > pitch } ?? false
    case .lowest: return waitingPitch(row: touch.row).map { $0 < pitch } ?? false
    }
  }

  /// The pitch of the finger or note that would get the voice of `row` next.
  private func waitingPitch(row: Int) -> Double? {
    let note = waitingNote(row: row)
    guard let finger = waitingFinger(row: row), prefersFinger(finger, to: note, otherwise: true) else {
      return note.map { Double(notes[$0].pitch) }
    }
    return notePitch(of: surface.fingers[finger].touch)
  }

  /// Gives the free voice of `row` to the next waiting finger or note.
  ///
  /// - Parameter toFingers: whether fingers have precedence over notes in the modes that do not compare
  ///   pitches.
  mutating func handOver(row: Int, toFingers: Bool, into events: inout [VoiceEvent]) {
    guard configuration.polyphony.isMonophonic, configuration.monoMode != .steal else { return }
    guard allocator.held(row: row) == nil else { return }
    let note = waitingNote(row: row)
    let finger = waitingFinger(row: row)
    if let finger, note == nil || prefersFinger(finger, to: note, otherwise: toFingers) {
      giveVoiceAsNewNote(finger: finger, into: &events)
    } else if let note {
      sound(note, into: &events)
    }
  }

  private func prefersFinger(_ finger: Int, to note: Int?, otherwise: Bool) -> Bool {
    guard let note else { return true }
    let fingerPitch = notePitch(of: surface.fingers[finger].touch)
    let notePitch = Double(notes[note].pitch)
    switch configuration.monoMode {
    case .highest: return fingerPitch > notePitch
    case .lowest: return fingerPitch < notePitch
    case .first, .last, .steal: return otherwise
    }
  }

  /// The index of the next note. Notes are sorted by the time at which they started.
  private func waitingNote(row: Int) -> Int? {
    var best: Int?
    for index in notes.indices where notes[index].row == row && notes[index].isWaiting {
      let pitch = Double(notes[index].pitch)
      let isBetter = best.map { prefers(pitch, to: Double(notes[$0].pitch), otherwise: .last) } ?? true
      if isBetter { best = index }
    }
    return best
  }

  private func waitingFinger(row: Int) -> Int? {
    guard configuration.monoMode != .first else { return nil }
    var best: Int?
    for slot in surface.fingers.indices where isWaiting(finger: slot, row: row) {
      let pitch = notePitch(of: surface.fingers[slot].touch)
      let isBetter =
        best.map { prefers(pitch, to: notePitch(of: surface.fingers[$0].touch), otherwise: .first) } ?? true
      if isBetter { best = slot }
    }
    return best
  }

  /// Whether the later of two has precedence.
  ///
  /// - Parameter order: the one that the mode `last` prefers here: `.first` or `.last`.
  private func prefers(_ later: Double, to earlier: Double, otherwise order: MonoMode) -> Bool {
    switch configuration.monoMode {
    case .first, .steal: false
    case .last: order == .last
    case .highest: later > earlier
    case .lowest: later < earlier
    }
  }

  private func isWaiting(finger: Int, row: Int) -> Bool {
    let finger = surface.fingers[finger]
    return finger.owner != nil && finger.touch.row == row && finger.voice == nil && !finger.isMuted
      && surface.rows[row].part == .voices && sounds(finger.touch)
  }
}
