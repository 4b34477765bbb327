import MIDI

/// A MIDI note that is down or that a pedal holds, as it was struck.
struct HeldNote {
  /// Counts the notes.
  let serial: UInt32
  let port: PortID
  let channel: Channel
  let key: UInt8
  /// The key with the octave shift of the moment.
  let pitch: Int
  let gain: Double
  /// Of its own key, 0–1; nil until the first message.
  var pressure: Double?
  let row: Int
  /// Nil while another has the only voice, or after its own was stolen.
  var voice: VoiceNumber?
  /// Note-ons not yet answered by a note-off; 0 when only a pedal holds the note.
  var strikes: Int
  var isSostenuto = false
  var isOver = false

  var isDown: Bool { strikes > 0 }
  var isWaiting: Bool { isDown && !isOver && voice == nil }
}
