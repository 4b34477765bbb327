/// One voice number as the keyboard knows it.
struct VoiceState: BitwiseCopyable {
  /// Where it sounds; nil when it does not.
  var lane: Int?
  var serial: UInt32 = 0
  /// Between its start and its end.
  var isOwned = false
  var isHeld = false
  var isReleased = false
  var touch = Touch()

  /// What goes with a voice, in the sampler's units.
  struct Touch: BitwiseCopyable {
    /// Octaves above 1 Hz.
    var pitch: Float = 8.781_36
    /// Octaves.
    var bend: Float = 0
    var gain: Float = 0.8
  }
}
