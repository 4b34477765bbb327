/// One slow wave for the whole instrument, −1–1, moved on in control steps.
public struct LowFrequencyOscillator: BitwiseCopyable {
  public enum Shape: CaseIterable, Sendable, BitwiseCopyable {
    case sine, triangle, square, ramp, random

    /// The shape at a place among all cases; beyond them, the nearest. [audio-thread]
    @_noLocks public init(index: Int) {
      self = unsafeBitCast(UInt8(min(max(index, 0), 4)), to: Shape.self)
    }
  }

  var turn: Float = 0
  var noise: UInt32 = 0x9E37_79B9
  var held: Float = 0

  @_noLocks public init() {}

  /// Moves on by `cycles` and answers the wave there. [audio-thread]
  @_noLocks public mutating func advance(by cycles: Float, shape: Shape) -> Float {
    turn += cycles
    if turn >= 1 {
      turn -= 1
      hold()
    }
    switch shape {
    case .sine: return FastMath.sine(turn)
    case .triangle: return turn < 0.25 ? 4 * turn : (turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4)
    case .square: return turn < 0.5 ? 1 : -1
    case .ramp: return 1 - 2 * turn
    case .random: return held
    }
  }

  /// Draws the next random value: Numerical Recipes' linear congruence.
  @_noLocks private mutating func hold() {
    noise = noise &* 1_664_525 &+ 1_013_904_223
    held = Float(Int32(bitPattern: noise)) * (1 / 2_147_483_648)
  }
}
