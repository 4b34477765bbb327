import CRealtime
import SpinetDSP
import SpinetEngine

/// One stroke that sounds. Its modes are in `ModalPlayer`'s rows.
struct ModalVoice: BitwiseCopyable {
  var traits = ModalTraits()
  var noise: NoisePair
  var state = State.free
  /// Octaves above 1 Hz, with the bend.
  var pitch: Float = 8.78
  var pitchTarget: Float = 8.78
  /// 0–1, from the velocity.
  var gain: Float = 0
  var timbre: Float = 0.5
  var key: Int32 = -1
  /// Seconds since the stroke.
  var age: Float = 0
  var detune: Float = 0
  var left: Float = 1
  var right: Float = 1
  /// The rise of what is not struck, and a frame's step of it.
  var rise = Ramp(1)
  /// The pickup's last value, to hear how it changes.
  var flux: Float = 0
  /// What makes the change as loud as the motion.
  var pickupGain: Float = 0
  /// What everything is multiplied by with each frame while the voice fades.
  var fading: Float = 1
  var fadeLevel: Float = 1

  enum State: BitwiseCopyable {
    case free
    /// It has begun, and its pitch and strength follow before the first frame.
    case fresh
    case sounding, released
  }

  init(seed: UInt32) { noise = NoisePair(seed: seed) }

  /// [audio-thread]
  var isFree: Bool { @_noLocks get { if case .free = state { true } else { false } } }
  /// [audio-thread]
  var isFresh: Bool { @_noLocks get { if case .fresh = state { true } else { false } } }
  /// Whether its key is still down. [audio-thread]
  var isHeld: Bool { @_noLocks get { if case .sounding = state { true } else { false } } }
  /// [audio-thread]
  var isReleased: Bool { @_noLocks get { if case .released = state { true } else { false } } }

  /// [audio-thread]
  @_noLocks mutating func begin() {
    noise.clear()
    state = .fresh
    age = 0
    flux = 0
    fading = 1
    fadeLevel = 1
  }

  /// [audio-thread]
  @_noLocks mutating func aim(_ expression: NoteExpression) {
    pitchTarget = expression.pitch + expression.bend
    gain = expression.gain
    timbre = expression.timbre
    key = expression.key
    if isFresh { pitch = pitchTarget }
  }

  /// Fades to silence: by 60 dB in `seconds`. [audio-thread]
  @_noLocks mutating func fade(seconds: Float, framesPerSecond: Float) {
    fading = min(fading, FastMath.exp2(-9.966 / (seconds * framesPerSecond)))
  }

  /// Whether the modes' motion has to be as precise as a pickup's. [audio-thread]
  var hasPickup: Bool { @_noLocks get { if case .none = traits.pickup { false } else { true } } }

  /// What a pickup makes of a motion. [audio-thread]
  @_noLocks @inline(__always) mutating func pickUp(_ motion: Float) -> Float {
    switch traits.pickup {
    case .none: return motion
    case .magnetic:
      let place = motion * traits.reach + traits.offset
      let now = 1 / (1 + place * place)
      defer { flux = now }
      return (now - flux) * pickupGain
    case .electrostatic:
      let now = 1 / (1.15 - FastMath.saturate(motion * traits.reach))
      defer { flux = now }
      return (now - flux) * pickupGain
    }
  }

  /// The pickup's value at rest, so that the stroke begins without a step. [audio-thread]
  @_noLocks mutating func restPickup() {
    switch traits.pickup {
    case .none: flux = 0
    case .magnetic: flux = 1 / (1 + traits.offset * traits.offset)
    case .electrostatic: flux = 1 / 1.15
    }
  }
}
