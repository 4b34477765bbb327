import CRealtime

/// Eight oscillators that read one waveform, each at its own pitch and bandwidth.
///
/// Phases are 32-bit fractions of a cycle: exact, and wrapped for nothing.
public struct TableOscillator: BitwiseCopyable {
  public var phase = SIMD8<UInt32>.zero
  public var increment = SIMD8<UInt32>.zero
  public var reading = WaveReading()

  @_noLocks @inlinable public init() {}

  /// The cycle's place of one lane, 0–1. [audio-thread]
  @_noLocks @inlinable public mutating func setPhase(_ cycles: Double, ofLane lane: Int) {
    phase[lane] = UInt32(truncatingIfNeeded: Int64(cycles * 4_294_967_296))
  }

  /// Sets every lane's pitch, in octaves above 1 Hz, and the bandwidth of `table` that goes with it. [audio-thread]
  @_noLocks @_transparent
  public mutating func tune(to pitch: Lanes, in table: WaveTable, range: OscillatorRange) {
    let octaves = pitch.within(-4, range.highest)
    increment = Self.words(cycles: FastMath.exp2(octaves - range.octavesPerSample))
    reading.aim(at: octaves, in: table, range: range)
  }

  /// The next sample of every lane. [audio-thread]
  @_noLocks @_transparent public mutating func next(_ table: WaveTable) -> Lanes {
    let sample = reading.sample(of: table, at: phase)
    phase = phase &+ increment
    return sample * WaveTable.unit
  }

  /// The next sample of a pulse: two saws apart by `width`, in 2⁻³² cycles. [audio-thread]
  @_noLocks @_transparent
  public mutating func nextPulse(_ saw: WaveTable, width: UInt32) -> Lanes {
    let rise = reading.sample(of: saw, at: phase)
    let fall = reading.sample(of: saw, at: phase &+ SIMD8(repeating: width))
    phase = phase &+ increment
    return (rise - fall) * WaveTable.unit
  }

  /// Cycles, within ±32, as 32-bit fractions, in two halves because a rounded float holds 22 bits. [audio-thread]
  @_noLocks @_transparent public static func words(cycles: Lanes) -> SIMD8<UInt32> {
    let coarse = cycles * 65_536 + FastMath.rounder
    let rest = cycles * 65_536 - (coarse - FastMath.rounder)
    let high = unsafeBitCast(coarse, to: SIMD8<UInt32>.self) &- 0x4B40_0000
    return (high &<< 16) &+ FastMath.words(rest * 65_536)
  }
}

/// Where in a table eight oscillators read, and how.
public struct WaveReading: BitwiseCopyable {
  @usableFromInline var shift = SIMD8<UInt32>(repeating: 31)
  @usableFromInline var offset = SIMD8<UInt32>.zero
  @usableFromInline var rise = Lanes.zero

  @_noLocks @inlinable public init() {}

  /// At the brightest level whose harmonics all may sound at `octaves` above 1 Hz. [audio-thread]
  @_noLocks @_transparent
  public mutating func aim(at octaves: Lanes, in table: WaveTable, range: OscillatorRange) {
    let wanted = (octaves - range.fullBandwidth) * 2
    // Half a level up before rounding is the next whole level, or this one when it is whole.
    let level = FastMath.words((wanted + 0.499_99).within(0, Float(WaveLayout.levelCount - 1)))
    shift = rt_pick(table.layout.shifts, level)
    offset = rt_pick(table.layout.offsets, level)
    let rises = UnsafeRawPointer(table.rises).assumingMemoryBound(to: UInt32.self)
    rise = unsafeBitCast(rt_pick(rises, level), to: Lanes.self)
  }

  /// The wave at each phase, in units of `WaveTable.unit`. [audio-thread]
  @_noLocks @_transparent
  public func sample(of table: WaveTable, at phase: SIMD8<UInt32>) -> Lanes {
    let cell = rt_look_up(table.cells, phase, shift, offset)
    let cellSize = SIMD8<UInt32>(repeating: 1) &<< shift
    let fromMiddle = (phase & (cellSize &- 1)) &- (cellSize &>> 1)
    let height = rt_floats(unsafeBitCast(cell, to: SIMD8<Int32>.self))
    let rises = rt_floats(unsafeBitCast(cell &<< 18, to: SIMD8<Int32>.self))
    return rt_fused(rises, rt_floats(unsafeBitCast(fromMiddle, to: SIMD8<Int32>.self)) * rise, height)
  }
}
