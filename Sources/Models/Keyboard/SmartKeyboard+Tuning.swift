import SpinetEngine
import SpinetMIDI

/// Tuning by system exclusive messages.
extension SmartKeyboard {
  /// Tunes the keys by a system exclusive message. Returns whether it was a tuning message.
  ///
  /// A realtime message also changes sounding notes. Others only change later notes.
  ///
  /// - Parameters:
  ///   - payload: the bytes between F0 and F7.
  ///   - milliseconds: the time of the message.
  @discardableResult public mutating func play(
    exclusive payload: [UInt8], at milliseconds: Double, into events: inout [VoiceEvent]
  ) -> Bool {
    advance(to: milliseconds, into: &events)
    guard let message = TuningMessage(payload: payload) else { return false }
    let before = retuning
    retune(message.change)
    guard message.isRealTime else { return true }
    retuneNotes(since: before, into: &events)
    retuneFingers(since: before, into: &events)
    return true
  }

  private func retuneNotes(since before: Retuning, into events: inout [VoiceEvent]) {
    for note in notes where !note.isOver && note.controls.pitch == nil {
      let pitch = Double(note.pitch)
      let hertz = retuning.hertz(pitch, on: note.channel, in: configuration.tuning)
      guard let voice = note.voice,
        hertz != before.hertz(pitch, on: note.channel, in: configuration.tuning)
      else { continue }
      events.append(.set(voice, .freq, hertz))
    }
  }

  private mutating func retuneFingers(since before: Retuning, into events: inout [VoiceEvent]) {
    for slot in surface.fingers.indices
    where surface.fingers[slot].owner != nil && surface.fingers[slot].isActive {
      guard let voice = pitchedVoice(of: slot) else { continue }
      let hertz = retuning.hertz(surface.fingers[slot].reference, on: nil, in: configuration.tuning)
      if hertz != before.hertz(surface.fingers[slot].reference, on: nil, in: configuration.tuning) {
        events.append(.set(voice, .freq, hertz))
      }
      if configuration.roundingMode != .quantized { sendMovedPitch(slot, into: &events) }
    }
  }
}
