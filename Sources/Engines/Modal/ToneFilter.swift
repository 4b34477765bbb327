import SpinetDSP
import SpinetRealtime

/// A low pass of two poles over both sides. At its upper end it changes nothing.
struct ToneFilter: BitwiseCopyable {
  private var first = SIMD2<Float>.zero
  private var second = SIMD2<Float>.zero
  private var g: Float = 1
  private var isOpen = true

  /// [audio-thread]
  @_noLocks mutating func clear() {
    first = .zero
    second = .zero
  }

  /// - Parameter octaves: the frequency, above 1 Hz. [audio-thread]
  @_noLocks mutating func tune(octaves: Float, framesPerSecond: Float) {
    // 20 kHz are 14.29 octaves above 1 Hz.
    isOpen = octaves > 14.25
    if isOpen { clear() }
    let half = min(FastMath.exp2(octaves) / framesPerSecond, 0.45) * 0.5
    g = FastMath.sine(half) / FastMath.sine(half + 0.25)
  }

  /// [audio-thread]
  @_noLocks mutating func process(_ sound: StereoSamples) {
    guard !isOpen else { return }
    let (left, right) = (sound.left, sound.right)
    let a1 = 1 / (1 + g * (g + 1.414))
    let (a2, a3) = (g * a1, g * g * a1)
    for frame in 0..<sound.frameCount {
      let v3 = SIMD2(left[frame], right[frame]) - second
      let v1 = a1 * first + a2 * v3
      let v2 = second + a2 * first + a3 * v3
      first = 2 * v1 - first
      second = 2 * v2 - second
      left[frame] = v2.x
      right[frame] = v2.y
    }
  }
}
