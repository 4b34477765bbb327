/// A finger on the surface or of a note, in one of the numbered places.
struct Finger {
  /// Whose finger it is.
  enum Hand: Equatable {
    /// By the number by which the surface knows it.
    case surface(Int)
    /// Of the MIDI note with this serial number, which touches the key that has its pitch.
    case note(UInt32)
  }

  /// Nil when the place is free.
  var hand: Hand?
  var x = 0.0
  var touch = KeyGeometry.Touch()
  /// Nil while it only writes parameters, waits for the voice of a monophonic keyboard, or is ignored.
  var voice: VoiceNumber?
  /// Whether its events are sent; a finger beyond the keyboard's polyphony is not heard.
  var isActive = false
  /// It has left its keyboard where that is not allowed, and stays silent until it lifts.
  var isMuted = false
  /// The pitch whose frequency was sent, with the octave shift of the moment.
  var reference = 0.0
  var octave = 0
  var detector = RoundingDetector()

  var isOnSurface: Bool { if case .surface = hand { true } else { false } }
}
