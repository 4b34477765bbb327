import CRealtime

/// Keeps a stereo signal below full scale: the gain falls at once and recovers in a fifth of a second.
public struct PeakLimiter: BitwiseCopyable {
  var envelope: Float = 0
  let decay: Float

  /// The highest absolute sample of the output.
  public static var ceiling: Float { @_noLocks get { 0.98 } }

  public init(framesPerSecond: Double) { decay = Float(rt_exp2(-1 / (0.07 * framesPerSecond))) }

  /// Works in place and returns the highest absolute sample of the output. [audio-thread]
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Float {
    var peak: Float = 0
    for frame in 0..<count {
      let level = max(abs(left[frame]), abs(right[frame]))
      envelope = max(level, envelope * decay)
      let gain = envelope > Self.ceiling ? Self.ceiling / envelope : 1
      left[frame] = Self.bounded(left[frame] * gain)
      right[frame] = Self.bounded(right[frame] * gain)
      peak = max(peak, min(level * gain, Self.ceiling))
    }
    return peak
  }

  /// Clips what rounding may have added, and replaces not a number by silence.
  @_noLocks @inline(__always) private static func bounded(_ sample: Float) -> Float {
    if abs(sample) <= ceiling { return sample }
    return sample > 0 ? ceiling : (sample < 0 ? -ceiling : 0)
  }
}
