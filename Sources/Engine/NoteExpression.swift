import CRealtime

/// What a finger does to a voice, in the units of sound.
public struct NoteExpression: BitwiseCopyable {
  /// Octaves above 1 Hz.
  public var pitch: Float = 8.781_36
  /// Octaves.
  public var bend: Float = 0
  public var gain: Float = 0.8
  public var pressure: Float = 0
  /// ½ is at rest.
  public var timbre: Float = 0.5
  /// Below 0: none so far.
  public var key: Int32 = -1

  @_noLocks public init() {}

  /// Parameters that no voice of ours follows change nothing. [audio-thread]
  @_noLocks public mutating func change(_ parameter: VoiceParameter, to value: Double) {
    switch parameter {
    case .freq: pitch = Self.octaves(value)
    case .bend: bend = Self.octaves(value)
    case .gain: gain = Self.unit(value)
    case .pressure: pressure = Self.unit(value)
    case .timbre: timbre = Self.unit(value)
    case .key: key = Int32(min(max(value, -1), 1024))
    default: break
    }
  }

  /// log₂, within what makes sense as hertz or as a ratio.
  @_noLocks private static func octaves(_ value: Double) -> Float {
    Float(rt_log2(min(max(value, 1e-3), 1e5)))
  }

  @_noLocks private static func unit(_ value: Double) -> Float { Float(min(max(value, 0), 1)) }
}
