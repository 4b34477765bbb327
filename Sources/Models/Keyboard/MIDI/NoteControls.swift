import SpinetMIDI

/// The controllers of one note that a keyboard plays by. MIDI 2.0 has them.
struct NoteControls: Hashable, Sendable {
  /// -1…1, as parts of the channel's range for the bends of notes.
  var bend = 0.0
  /// The pitch in semitones instead of the key's; nil for the key's.
  var pitch: Double?
  /// 0–1; nil: the channel's.
  var timbre: Double?

  /// Takes a controller. Returns whether it is one of these.
  mutating func take(_ controller: NoteController, _ value: UInt32) -> Bool {
    switch controller {
    case .pitch: pitch = Double(value) / 0x1p25
    case .brightness: timbre = value.unitPosition
    default: return false
    }
    return true
  }
}

extension ChannelState {
  /// The bend range of single notes in semitones that the MIDI 2.0 specification defines.
  static let noteBendRange = 48.0
}
