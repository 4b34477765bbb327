import CRealtime
import SpinetRealtime

/// Keeps a stereo signal below full scale: the gain falls at once and recovers in a fifth of a second.
public struct PeakLimiter: BitwiseCopyable {
  var envelope: Float = 0
  let decay: Float

  /// The highest absolute sample of the output.
  public static var ceiling: Float { @_noLocks get { 0.98 } }

  public init(framesPerSecond: Double) { decay = Float(rt_exp2(-1 / (0.07 * framesPerSecond))) }

  /// Whether `process` would leave samples with this peak unchanged. An envelope below the ceiling does not matter,
  /// because any sample above the ceiling replaces it. [audio-thread]
  @_noLocks public func passes(_ peak: StereoPeak) -> Bool {
    envelope <= Self.ceiling && peak.highest <= Self.ceiling
  }

  /// Works in place and returns the highest absolute sample of the output. [audio-thread]
  @_noLocks public mutating func process(_ sound: StereoSamples) -> Float {
    if envelope <= Self.ceiling, let peak = peakOfQuiet(sound) { return peak }
    let (left, right) = (sound.left, sound.right)
    var peak: Float = 0
    for frame in 0..<sound.frameCount {
      let level = max(abs(left[frame]), abs(right[frame]))
      envelope = max(level, envelope * decay)
      let gain = envelope > Self.ceiling ? Self.ceiling / envelope : 1
      left[frame] = Self.bounded(left[frame] * gain)
      right[frame] = Self.bounded(right[frame] * gain)
      peak = max(peak, min(level * gain, Self.ceiling))
    }
    return peak
  }

  /// The peak, if limiting would change nothing: no sample is NaN or above the ceiling. An envelope below the ceiling
  /// does not matter, because any sample above the ceiling replaces it.
  @_noLocks private func peakOfQuiet(_ sound: StereoSamples) -> Float? {
    let (left, right, count) = (sound.left, sound.right, sound.frameCount)
    var peaks = SIMD4<Float>.zero
    var areQuiet = SIMDMask<SIMD4<Int32>>(repeating: true)
    var frame = 0
    while frame + 4 <= count {
      let (one, other) = (Self.magnitudes(left, frame), Self.magnitudes(right, frame))
      areQuiet .&= (one .<= Self.ceiling) .& (other .<= Self.ceiling)
      peaks.replace(with: one, where: one .> peaks)
      peaks.replace(with: other, where: other .> peaks)
      frame += 4
    }
    guard areQuiet[0], areQuiet[1], areQuiet[2], areQuiet[3] else { return nil }
    var peak = max(max(peaks[0], peaks[1]), max(peaks[2], peaks[3]))
    while frame < count {
      let level = max(abs(left[frame]), abs(right[frame]))
      guard level <= Self.ceiling, left[frame] == left[frame], right[frame] == right[frame] else {
        return nil
      }
      peak = max(peak, level)
      frame += 1
    }
    return peak
  }

  /// The absolute values of four samples from a frame on.
  @_noLocks @inline(__always) private static func magnitudes(_ samples: Samples, _ frame: Int) -> SIMD4<Float>
  {
    let four = SIMD4(samples[frame], samples[frame + 1], samples[frame + 2], samples[frame + 3])
    let magnitude = SIMD4<UInt32>(repeating: 0x7FFF_FFFF)
    return unsafeBitCast(unsafeBitCast(four, to: SIMD4<UInt32>.self) & magnitude, to: SIMD4<Float>.self)
  }

  /// Clips rounding errors above the ceiling, and replaces NaN by silence.
  @_noLocks @inline(__always) private static func bounded(_ sample: Float) -> Float {
    if abs(sample) <= ceiling { return sample }
    return sample > 0 ? ceiling : (sample < 0 ? -ceiling : 0)
  }
}

/// The highest absolute sample of both sides.
public struct StereoPeak: BitwiseCopyable {
  /// The bits of a float without its sign have the order of its value. Those of "not a number" are above all others.
  @usableFromInline var bits = SIMD2<Int32>.zero

  /// Silence: 0 on both sides.
  @_noLocks @inlinable @inline(__always) public init() {}

  /// [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func record(_ frame: SIMD2<Float>) {
    let magnitudes = unsafeBitCast(frame, to: SIMD2<Int32>.self) & SIMD2(repeating: 0x7FFF_FFFF)
    bits.replace(with: magnitudes, where: magnitudes .> bits)
  }

  /// Not a number if any sample was not a number. [audio-thread]
  public var highest: Float { @_noLocks get { Float(bitPattern: UInt32(bitPattern: max(bits.x, bits.y))) } }
}
