import CRealtime

/// A stretch of a cycle as a straight line, in one word.
enum WaveCell {
  /// The largest rise that fits, in steps.
  static var steepest: Float { @_noLocks get { 8191 } }

  /// Eight cells from heights in units of 2⁻³⁰ and rises in steps. [audio-thread]
  @_noLocks @inline(__always) static func pack(heights: Lanes, rises: Lanes) -> SIMD8<UInt32> {
    let rise = FastMath.words(rises.within(-steepest, steepest)) & 0x3FFF
    // The rise stands in the height's lower bits: the upper ones make up for it.
    let lower = rt_floats(unsafeBitCast(rise, to: SIMD8<Int32>.self))
    let upper = FastMath.words(((heights - lower) * (1 / 16_384)).within(-131_071, 131_071))
    return (upper &<< 14) | rise
  }

  /// The rises of eight cells, in steps of 2¹⁸. [audio-thread]
  @_noLocks @inline(__always) static func rises(_ cells: SIMD8<UInt32>) -> Lanes {
    rt_floats(unsafeBitCast(cells &<< 18, to: SIMD8<Int32>.self))
  }

  /// What makes a rise, as it stands in a cell, from one of a fraction of a phase.
  @_noLocks static func scale(steepest rise: Float, shift: UInt32) -> Float {
    let step = rise / (steepest * WaveTable.unit)
    return step * FastMath.exp2(-18 - Float(shift))
  }
}
