import SpinetEngine

/// Maps positions to pitches, and decides by ticks whether pitches are rounded.
extension SmartKeyboard {
  /// The pitch with which a note begins at `touch`.
  func notePitch(of touch: KeyGeometry.Touch) -> Double {
    let shift = Double(12 * octave)
    switch configuration.roundingMode {
    case .continuous: return pitch(at: touch, offset: -0.5) + shift
    case .rounded where rows[touch.row].row.scale.isChromatic:
      return pitch(at: touch, offset: 0).rounded(.down) + shift
    case .quantized, .rounded: return rows[touch.row].row.pitch(ofKey: touch.key) + shift
    }
  }

  /// The pitch of a finger that has moved.
  func movedPitch(of slot: Int) -> Double {
    let finger = fingers[slot]
    let shift = Double(12 * finger.octave)
    switch configuration.roundingMode {
    case .quantized: return finger.reference
    case .continuous: return pitch(at: finger.touch, offset: -0.5) + shift
    case .rounded where !finger.detector.isRounded: return pitch(at: finger.touch, offset: 0) - 0.5 + shift
    case .rounded where rows[finger.touch.row].row.scale.isChromatic:
      return pitch(at: finger.touch, offset: 0).rounded(.down) + shift
    case .rounded: return rows[finger.touch.row].row.pitch(ofKey: finger.touch.key) + shift
    }
  }

  /// - Parameter offset: in keys, positive towards higher pitches.
  private func pitch(at touch: KeyGeometry.Touch, offset: Double) -> Double {
    let row = rows[touch.row].row
    let position = row.isReversed ? Double(row.keyCount) - touch.keyPosition : touch.keyPosition
    return row.scale.pitch(at: position + offset, from: Double(row.lowestKey))
  }

  // MARK: Ticks

  private var tickMilliseconds: Double { configuration.rounding.updateSeconds * 1000 }

  /// When `advance` must be called next, in milliseconds; nil while no pitch is rounded and no string is
  /// bowed.
  public var nextTick: Double? {
    [nextDetectorTick, bow.nextTick].compactMap(\.self).min()
  }

  private var nextDetectorTick: Double? {
    guard configuration.roundingMode == .rounded else { return nil }
    guard fingers.contains(where: { $0.isOnSurface && $0.isActive }) else { return nil }
    return roundingClock.nextTick(every: tickMilliseconds)
  }

  /// Advances the time to `milliseconds`: updates the rounding detectors and moves the bow.
  public mutating func advance(to milliseconds: Double, into events: inout [VoiceEvent]) {
    guard milliseconds.isFinite else { return }
    now = milliseconds
    advanceDetectors(to: milliseconds, into: &events)
    advanceBow(into: &events)
  }

  private mutating func advanceDetectors(to milliseconds: Double, into events: inout [VoiceEvent]) {
    guard configuration.roundingMode == .rounded else { return }
    let ticks = roundingClock.advance(to: milliseconds, every: tickMilliseconds)
    for _ in 0..<ticks { tickDetectors(into: &events) }
  }

  private mutating func tickDetectors(into events: inout [VoiceEvent]) {
    for slot in fingers.indices where fingers[slot].isOnSurface && fingers[slot].isActive {
      if fingers[slot].detector.tick(configuration.rounding) { sendMovedPitch(slot, into: &events) }
    }
  }
}
