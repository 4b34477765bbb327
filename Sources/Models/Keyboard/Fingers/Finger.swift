import SpinetEngine

/// A finger on the surface, or one that stands for a note. Its number is its index among the fingers.
struct Finger {
  /// Who controls the finger.
  enum Owner: Equatable {
    /// A finger on the surface, with the surface's number.
    case surface(Int)
    /// The MIDI note with this serial number. The finger touches the key that has its pitch.
    case note(UInt32)
  }

  /// Nil when the number is free.
  var owner: Owner?
  var x = 0.0
  /// 0–1; nil where the surface does not measure them.
  var gain: Double?
  var pressure: Double?
  var touch = KeyGeometry.Touch()
  /// Nil if it only sets parameters, waits for the voice of a monophonic keyboard, or is muted.
  var voice: VoiceNumber?
  /// Whether its events are sent. A finger beyond the polyphony of its keyboard is silent.
  var isActive = false
  /// Whether it has left its keyboard where that is not allowed. It stays silent until it is lifted.
  var isMuted = false
  /// The pitch whose frequency was sent, with the shift of that time.
  var reference = 0.0
  var shiftSemitones = 0
  var detector = RoundingDetector()

  var isOnSurface: Bool { if case .surface = owner { true } else { false } }
}

/// A finger's change of a key. The raw value is sent as `kbKkNstatus`.
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
