import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetStage

/// A part that an instrument outside plays. It gets what is played as it is. The keyboard plays what an arpeggio, a chord
/// or a scale makes of it, and fingers.
extension PartPlayer {
  /// Whether a message is for the keyboard, and not for the instrument: for notes of an arpeggio, a chord or a scale.
  func isForKeyboard(_ message: MIDIMessage, from port: PortID) -> Bool {
    guard isOutside else { return false }
    return switch message {
    case .noteOn: keyboard.playsNoteEffects
    case .noteOff(let channel, let key, _), .polyPressure(let channel, let key, _):
      keyboard.isDown(key, on: channel, from: port)
    // It keeps keys in an arpeggio.
    case .controlChange(_, Controller.sustain, let value): value >= 64 && keyboard.playsNoteEffects
    default: false
    }
  }

  /// Whether the keyboard has to hear of a message that the instrument gets.
  func isForBoth(_ message: MIDIMessage) -> Bool {
    guard case .controlChange(_, let controller, let value) = message else { return false }
    return controller == Controller.sustain && value < 64 || controller >= Controller.allSoundOff
  }

  /// The key and the velocity that the instrument gets for a key that the part plays, by the octave of all keys and the
  /// curve of the keyboard. The keyboard does both for what it plays itself. Nil if there is no such key.
  func noteOutside(_ key: UInt8, _ strike: Strike) -> (UInt8, Strike)? {
    if keyboard.playsNoteEffects { return (key, strike) }
    guard let moved = NoteName(key: Int(key) + 12 * keyboard.octave)?.key else { return nil }
    let gain = keyboard.configuration.velocityCurve.gain(strike.velocity)
    let velocity = UInt8(max((min(max(gain, 0), 1) * 127).rounded(), 1))
    return (moved, Strike(NoteVelocity(velocity)))
  }

  /// What ends the notes and pedals of a port, without the notes of the keyboard, which it ends itself.
  func releasesOutside(of port: PortID, _ held: HeldInput) -> [MIDIMessage] {
    held.releases(of: port, in: number).filter { message in
      guard case .noteOff(let channel, let key, _) = message else { return true }
      return !keyboard.isDown(key, on: channel, from: port)
    }
  }

  /// Whether another key still holds a note that the instrument plays. Notes of the keyboard are its own.
  func isHeldByOthers(_ played: UInt8, _ key: SourceKey, _ held: HeldInput) -> Bool {
    guard let outside, !keyboard.isDown(played, on: key.channel, from: key.port) else { return false }
    return held.isDown(played, of: number) { outside.joins($0, key.channel) }
  }
}
