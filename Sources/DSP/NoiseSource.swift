/// Eight independent streams of white noise, ±1. Marsaglia, "Xorshift RNGs", 2003.
public struct NoiseSource: BitwiseCopyable {
  @usableFromInline var state: SIMD8<UInt32>

  /// - Parameter seed: different seeds give different streams.
  @_noLocks @inlinable public init(seed: UInt32) {
    let spread = SIMD8<UInt32>(1, 2, 3, 4, 5, 6, 7, 8) &+ SIMD8(repeating: seed &* 8)
    state = (spread &* 2_654_435_769) | 1
  }

  /// [audio-thread]
  @_noLocks @_transparent public mutating func next() -> Lanes {
    state = state ^ (state &<< 13)
    state = state ^ (state &>> 17)
    state = state ^ (state &<< 5)
    // 23 random bits below the exponent of 2 make a float from 2 to 4.
    let float = unsafeBitCast((state &>> 9) | 0x4000_0000, to: Lanes.self)
    return float - 3
  }
}
