import SpinetEngine

/// Maps positions to pitches.
extension SmartKeyboard {
  /// The frequency of a MIDI note without its bend.
  func hertz(of note: HeldNote) -> Double {
    guard let own = note.controls.pitch else {
      return retuning.hertz(Double(note.pitch), on: note.channel, in: configuration.tuning)
    }
    return Tuning.hertz(own + Double(note.shift), a4: configuration.tuning.a4)
  }

  /// The shift of notes that begin now.
  var shiftSemitones: Int { 12 * octave + configuration.transpose }

  /// The pitch with which a note begins at `touch`.
  func notePitch(of touch: KeyGeometry.Touch) -> Double {
    let shift = Double(shiftSemitones)
    switch configuration.roundingMode {
    case .continuous: return pitch(at: touch, offset: -0.5) + shift
    case .rounded where surface.rows[touch.row].row.scale.isChromatic:
      return pitch(at: touch, offset: 0).rounded(.down) + shift
    case .quantized, .rounded: return surface.rows[touch.row].row.pitch(ofKey: touch.key) + shift
    }
  }

  /// The pitch of a finger that has moved.
  func movedPitch(of slot: Int) -> Double {
    let finger = surface.fingers[slot]
    let shift = Double(finger.shiftSemitones)
    switch configuration.roundingMode {
    case .quantized: return finger.reference
    case .continuous: return pitch(at: finger.touch, offset: -0.5) + shift
    case .rounded where !finger.detector.isRounded: return pitch(at: finger.touch, offset: 0) - 0.5 + shift
    case .rounded where surface.rows[finger.touch.row].row.scale.isChromatic:
      return pitch(at: finger.touch, offset: 0).rounded(.down) + shift
    case .rounded: return surface.rows[finger.touch.row].row.pitch(ofKey: finger.touch.key) + shift
    }
  }

  /// - Parameter offset: in keys, positive towards higher pitches.
  private func pitch(at touch: KeyGeometry.Touch, offset: Double) -> Double {
    let row = surface.rows[touch.row].row
    let position = row.isReversed ? Double(row.keyCount) - touch.keyPosition : touch.keyPosition
    return row.scale.pitch(at: position + offset, from: Double(row.lowestKey))
  }
}
