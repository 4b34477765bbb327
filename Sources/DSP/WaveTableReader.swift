import CRealtime

/// Reads a wavetable in eight lanes, each at its own mip level.
///
/// Phases are 32-bit fractions of a cycle: exact, and they wrap at no cost.
public struct WaveTableReader: BitwiseCopyable {
  @usableFromInline var shift = SIMD8<UInt32>(repeating: 31)
  @usableFromInline var offset = SIMD8<UInt32>.zero
  @usableFromInline var slope = Lanes.zero

  /// No level is selected yet.
  @_noLocks @inlinable public init() {}

  /// Selects the level with the most harmonics that do not alias at a pitch in octaves above 1 Hz.
  /// [audio-thread]
  @_noLocks @_transparent
  public mutating func selectLevel(for octaves: Lanes, in table: WaveTable, range: OscillatorRange) {
    let wanted = (octaves - range.fullBandwidth) * 2
    // Adding half a level before rounding gives the next whole level, or the same one if it is whole.
    let level = FastMath.words((wanted + 0.499_99).within(0, Float(WaveTableLayout.levelCount - 1)))
    shift = rt_pick(table.layout.shifts, level)
    offset = rt_pick(table.layout.offsets, level)
    let slopes = UnsafeRawPointer(table.slopes).assumingMemoryBound(to: UInt32.self)
    slope = unsafeBitCast(rt_pick(slopes, level), to: Lanes.self)
  }

  /// A reader with the upper or the lower half of the lanes, repeated. [audio-thread]
  @_noLocks @_transparent public func doubled(isUpper: Bool) -> WaveTableReader {
    var reader = self
    reader.shift = shift.doubled(isUpper: isUpper)
    reader.offset = offset.doubled(isUpper: isUpper)
    reader.slope = slope.doubled(isUpper: isUpper)
    return reader
  }

  /// Converts cycles within ±32 to 32-bit fractions, in two halves because a rounded float holds 22 bits.
  /// [audio-thread]
  @_noLocks @_transparent public static func words(cycles: Lanes) -> SIMD8<UInt32> {
    let coarse = cycles * 65_536 + FastMath.rounder
    let rest = cycles * 65_536 - (coarse - FastMath.rounder)
    let high = unsafeBitCast(coarse, to: SIMD8<UInt32>.self) &- 0x4B40_0000
    return (high &<< 16) &+ FastMath.words(rest * 65_536)
  }

  /// The wave at each phase, in units of `WaveTable.unit`. [audio-thread]
  @_noLocks @_transparent
  public func sample(of table: WaveTable, at phase: SIMD8<UInt32>) -> Lanes {
    let cell = rt_look_up(table.cells, phase, shift, offset)
    let cellSize = SIMD8<UInt32>(repeating: 1) &<< shift
    let fromMiddle = (phase & (cellSize &- 1)) &- (cellSize &>> 1)
    let height = rt_floats(unsafeBitCast(cell, to: SIMD8<Int32>.self))
    let slopes = rt_floats(unsafeBitCast(cell &<< 18, to: SIMD8<Int32>.self))
    return rt_fused(slopes, rt_floats(unsafeBitCast(fromMiddle, to: SIMD8<Int32>.self)) * slope, height)
  }
}

/// The limits of pitch and bandwidth at a sample rate.
public struct OscillatorRange: BitwiseCopyable, Sendable {
  /// log₂ of the sample rate.
  public let octavesPerSample: Float
  /// The pitch up to which all 512 harmonics are played. Pitches are in octaves above 1 Hz.
  public let fullBandwidth: Float
  /// The highest pitch.
  public let highest: Float

  /// Harmonics may exceed half the sample rate as long as their aliases stay above 18 kHz.
  public init(framesPerSecond: Double) {
    octavesPerSample = Float(rt_log2(framesPerSecond))
    let limit = min(max(framesPerSecond / 2, framesPerSecond - 18_000), 40_000)
    fullBandwidth = Float(rt_log2(limit / 512))
    highest = Float(rt_log2(framesPerSecond * 0.45))
  }
}
