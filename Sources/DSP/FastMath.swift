import CRealtime

/// Elementary functions on eight lanes, with measured errors.
public enum FastMath {
  /// 1.5 × 2²³: adding it rounds a float of at most 2²² to an integer.
  @inlinable @inline(__always) static var rounder: Float { @_noLocks get { 12_582_912 } }

  /// x · y + a, with one rounding if the processor has the instruction. [audio-thread]
  @_noLocks @_transparent public static func fused(_ x: Lanes, _ y: Lanes, _ a: Float) -> Lanes {
    rt_fused(x, y, Lanes(repeating: a))
  }

  /// x · y + a, with one rounding if the processor has the instruction. [audio-thread]
  @_noLocks @_transparent public static func fused(_ x: Lanes, _ y: Float, _ a: Float) -> Lanes {
    rt_fused(x, Lanes(repeating: y), Lanes(repeating: a))
  }

  /// The nearest integers of floats within ±2²¹. [audio-thread]
  @_noLocks @_transparent public static func words(_ x: Lanes) -> SIMD8<UInt32> {
    unsafeBitCast(x + rounder, to: SIMD8<UInt32>.self) &- 0x4B40_0000
  }

  /// 2 to the power of `x`, for `x` within ±126; relative error below 3e-7. [audio-thread]
  @_noLocks @_transparent public static func exp2(_ x: Lanes) -> Lanes {
    let clipped = x.within(-126, 126)
    let shifted = clipped + rounder
    let f = clipped - (shifted - rounder)
    // The Taylor series of 2^f on ±0.5, whose first omitted term is 1.2e-7. In pairs, because Horner's scheme
    // has twice the latency. Never fused, so that pitches are the same on every processor.
    let square = f * f
    let low = square * (f * 5.5504109e-2 + 2.4022651e-1) + (f * 6.9314718e-1 + 1)
    let high = square * 1.540353e-4 + (f * 1.3333558e-3 + 9.6181291e-3)
    let power = low + square * square * high
    let whole = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- 0x4B40_0000
    return power * unsafeBitCast((whole &+ 127) &<< 23, to: Lanes.self)
  }

  /// The sine of `turns` cycles, for −0.25–0.25; error below 1e-7. [audio-thread]
  @_noLocks @_transparent public static func sineOfQuarter(_ turns: Lanes) -> Lanes {
    let x = turns * 6.283185307
    let square = x * x
    var series = fused(square, -2.5052108e-8, 2.7557319e-6)
    series = fused(series, square, -1.9841270e-4)
    series = fused(series, square, 8.3333333e-3)
    series = fused(series, square, -1.6666667e-1)
    return rt_fused(x * square, series, x)
  }

  /// The sine of `turns` cycles, for any number below 2²²; error below 1e-6. [audio-thread]
  @_noLocks @_transparent public static func sine(_ turns: Lanes) -> Lanes {
    let shifted = turns + rounder
    let wrapped = turns - (shifted - rounder)
    // Beyond a quarter of a cycle the sine is reflected.
    let reflected = (0.5 - wrapped).replacing(with: -0.5 - wrapped, where: wrapped .< Lanes.zero)
    let beyond = (wrapped * wrapped) .> Lanes(repeating: 0.0625)
    return sineOfQuarter(wrapped.replacing(with: reflected, where: beyond))
  }

  /// Saturates softly at ±1: the Padé approximant of tanh, clipped where it is 1. [audio-thread]
  @_noLocks @_transparent public static func saturate(_ x: Lanes) -> Lanes {
    let bounded = x.within(-3, 3)
    let square = bounded * bounded
    return bounded * (27 + square) / (27 + 9 * square)
  }

  /// Saturates softly at ±1 without a division: a cubic that is flat at ±1.5. [audio-thread]
  @_noLocks @_transparent public static func saturateFast(_ x: Lanes) -> Lanes {
    let bounded = x.within(-1.5, 1.5)
    return bounded * (1 - bounded * bounded * 0.148_148_15)
  }

  /// Saturates softly at ±1, as for lanes. [audio-thread]
  @_noLocks @_transparent public static func saturate(_ x: Float) -> Float {
    let bounded = x < -3 ? -3 : (x > 3 ? 3 : x)
    let square = bounded * bounded
    return bounded * (27 + square) / (27 + 9 * square)
  }

  /// The sine of `turns` cycles. [audio-thread]
  @_noLocks @_transparent public static func sine(_ turns: Float) -> Float {
    sine(Lanes(repeating: turns))[0]
  }

  /// 2 to the power of `x`. [audio-thread]
  @_noLocks @_transparent public static func exp2(_ x: Float) -> Float {
    exp2(Lanes(repeating: x))[0]
  }
}
