import SpinetDSP

/// The two noises of a stroke, each with its own filter and envelope.
struct NoisePair: BitwiseCopyable {
  private var source: NoiseSource
  private var first = SIMD2<Float>.zero
  private var second = SIMD2<Float>.zero
  private var level = SIMD2<Float>.zero
  private var fall = SIMD2<Float>.zero
  /// The rise, 0–1, and a frame's step of it.
  private var rise = SIMD2<Float>.zero
  private var riseStep = SIMD2<Float>.zero
  /// Frames until each begins; the first may begin again.
  private var wait = (0, 0)
  private var burstsLeft = 0
  private var burstFrames = 0
  private var start = SIMD2<Float>.zero
  private var low = SIMD2<Float>.zero
  private var band = SIMD2<Float>.zero
  private var high = SIMD2<Float>.zero
  private var damping = SIMD2<Float>(repeating: 1)
  // The filter: Simper, "Linear trapezoidal integrated state variable filter", 2013.
  private var a1 = SIMD2<Float>.zero
  private var a2 = SIMD2<Float>.zero
  private var a3 = SIMD2<Float>.zero

  init(seed: UInt32) { source = NoiseSource(seed: seed) }

  /// A random number for each lane, ±1. [audio-thread]
  @_noLocks mutating func chance() -> Lanes { source.next() }

  /// Whether anything is still heard or to come. [audio-thread]
  var isActive: Bool {
    @_noLocks get { burstsLeft > 0 || wait.1 > 0 || level.x > 2e-6 || level.y > 2e-6 }
  }

  /// Forgets everything. [audio-thread]
  @_noLocks mutating func clear() {
    first = .zero
    second = .zero
    level = .zero
    burstsLeft = 0
    wait = (0, 0)
  }

  /// - Parameter decay: a factor for the decays. [audio-thread]
  @_noLocks mutating func strike(
    _ traits: ModalTraits, gain: Float, decay: Float, framesPerSecond: Float
  ) {
    let (one, two) = traits.noise
    start = SIMD2(one.level, two.level) * gain
    low = SIMD2(one.low, two.low)
    band = SIMD2(one.band, two.band)
    high = SIMD2(one.high, two.high)
    damping = SIMD2(one.damping, two.damping)
    let frame = 1 / framesPerSecond
    fall = SIMD2(
      FastMath.exp2(-9.966 * frame / (one.decay * decay)), FastMath.exp2(-9.966 * frame / (two.decay * decay))
    )
    riseStep = SIMD2(frame / max(one.attack, 1e-4), frame / max(two.attack, 1e-4))
    burstFrames = Int(traits.burstSeconds * framesPerSecond)
    burstsLeft = one.level > 0 ? traits.bursts : 0
    wait = (Int(one.delay * framesPerSecond), two.level > 0 ? Int(two.delay * framesPerSecond) + 1 : 0)
  }

  /// Makes both fall faster. [audio-thread]
  @_noLocks mutating func damp(_ factor: Float) {
    fall *= factor
    burstsLeft = 0
    wait.1 = 0
  }

  /// Sets inaudible noise to zero, as `ModeBank` does. [audio-thread]
  @_noLocks mutating func forgetFaint() {
    if level.x < 1e-9 { level.x = 0 }
    if level.y < 1e-9 { level.y = 0 }
    if level.x == 0, abs(first.x) + abs(second.x) < 1e-9 { (first.x, second.x) = (0, 0) }
    if level.y == 0, abs(first.y) + abs(second.y) < 1e-9 { (first.y, second.y) = (0, 0) }
  }

  /// - Parameter turns: the filters' frequencies, in turns a frame. [audio-thread]
  @_noLocks mutating func tune(_ turns: SIMD2<Float>) {
    var halves = Lanes.zero
    halves[0] = min(max(turns.x, 1e-4), 0.45) * 0.5
    halves[1] = min(max(turns.y, 1e-4), 0.45) * 0.5
    let (sine, cosine) = (FastMath.sine(halves), FastMath.sine(halves + 0.25))
    let g = SIMD2(sine[0] / cosine[0], sine[1] / cosine[1])
    a1 = 1 / (1 + g * (g + damping))
    a2 = g * a1
    a3 = g * a2
  }

  /// [audio-thread]
  @_noLocks @inline(__always) mutating func next() -> Float {
    if burstsLeft > 0 {
      if wait.0 <= 0 {
        level.x = start.x
        rise.x = 0
        burstsLeft -= 1
        wait.0 = burstFrames
      }
      wait.0 -= 1
    }
    if wait.1 > 0 {
      wait.1 -= 1
      if wait.1 == 0 {
        level.y = start.y
        rise.y = 0
      }
    }
    let noise = source.next()
    rise.x = min(rise.x + riseStep.x, 1)
    rise.y = min(rise.y + riseStep.y, 1)
    let input = SIMD2(noise[0], noise[1]) * level * rise
    level *= fall
    let v3 = input - second
    let v1 = a1 * first + a2 * v3
    let v2 = second + a2 * first + a3 * v3
    first = 2 * v1 - first
    second = 2 * v2 - second
    let sound = low * v2 + band * v1 * damping + high * (input - damping * v1 - v2)
    return sound.x + sound.y
  }
}
