import CRealtime

/// How a note is played, in units of sound: pitch, bend, gain, pressure and timbre.
public struct NoteExpression: BitwiseCopyable {
  /// Octaves above 1 Hz; at first 440 Hz.
  public var pitch: Float = 8.781_36
  /// Octaves.
  public var bend: Float = 0
  /// 0–1, from the velocity.
  public var gain: Float = 0.8
  /// 0–1.
  public var pressure: Float = 0
  /// 0–1; at rest ½.
  public var timbre: Float = 0.5
  /// -1 until a key is set.
  public var key: Int32 = -1
  /// The MIDI channel of 1–16; 0 until one is set.
  public var channel: Int32 = 0

  /// The defaults that each property tells.
  @_noLocks public init() {}

  /// Parameters that are not part of the expression are ignored. [audio-thread]
  @_noLocks public mutating func change(_ parameter: VoiceParameter, to value: Double) {
    switch parameter {
    case .freq: pitch = Self.octaves(value)
    case .bend: bend = Self.octaves(value)
    case .gain: gain = Self.unit(value)
    case .pressure: pressure = Self.unit(value)
    case .timbre: timbre = Self.unit(value)
    case .key: key = Int32(min(max(value, -1), 1024))
    case .channel: channel = Int32(min(max(value, 0), 16))
    default: break
    }
  }

  /// log₂ of a frequency or a ratio, limited to a sensible range.
  @_noLocks private static func octaves(_ value: Double) -> Float {
    Float(rt_log2(min(max(value, 1e-3), 1e5)))
  }

  @_noLocks private static func unit(_ value: Double) -> Float { Float(min(max(value, 0), 1)) }
}
