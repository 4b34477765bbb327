import SpinetRealtime

/// Removes the constant offset that asymmetric waves leave behind a saturation: a one-pole high pass at 5 Hz for each
/// side.
public struct DCBlocker: BitwiseCopyable {
  @usableFromInline var offset = SIMD2<Float>.zero
  @usableFromInline let coefficient: Float

  private static let least: Float = 1e-20

  public init(framesPerSecond: Double) { coefficient = Float(2 * .pi * 5 / framesPerSecond) }

  /// Forgets earlier sound. [audio-thread]
  @_noLocks public mutating func clear() { offset = .zero }

  /// The next frame of both sides. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func next(_ frame: SIMD2<Float>) -> SIMD2<Float> {
    offset += (frame - offset) * coefficient
    return frame - offset
  }

  /// Works in place. [audio-thread]
  @_noLocks public mutating func process(_ sound: StereoSamples) {
    let (left, right) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let filtered = next(SIMD2(left[frame], right[frame]))
      left[frame] = filtered.x
      right[frame] = filtered.y
    }
    // Where subnormal numbers are not flushed, its tail would end in them.
    offset.replace(with: 0, where: (offset .< Self.least) .& (offset .> -Self.least))
  }
}
