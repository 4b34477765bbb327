import SpinetEngine

/// A finger on the surface, or of a note. Its number is its index among the fingers.
struct Finger {
  /// Whose finger it is.
  enum Owner: Equatable {
    /// On the surface, by the number that the surface gives it.
    case surface(Int)
    /// Of the MIDI note with this serial number, which touches the key that has its pitch.
    case note(UInt32)
  }

  /// Nil when the number is free.
  var owner: Owner?
  var x = 0.0
  var touch = KeyGeometry.Touch()
  /// Nil while it only writes parameters, waits for the voice of a monophonic keyboard, or is muted.
  var voice: VoiceNumber?
  /// Whether its events are sent; a finger beyond the polyphony of its keyboard is not heard.
  var isActive = false
  /// Whether it has left its keyboard where that is not allowed; it is silent until it lifts.
  var isMuted = false
  /// The pitch whose frequency was sent, with the octave shift at that time.
  var reference = 0.0
  var octave = 0
  var detector = RoundingDetector()

  var isOnSurface: Bool { if case .surface = owner { true } else { false } }
}

/// What a finger does to a key; the number is what `kbKkNstatus` gets.
enum KeyChange: Int {
  case up
  case down
  /// Within the key.
  case move
  /// To another key of the row.
  case leave
  /// From another key of the row.
  case arrive
}
