import CRealtime

/// Eight oscillators that read one waveform, each at its own pitch and bandwidth.
///
/// Phases are 32-bit fractions of a cycle: exact, and wrapped for nothing.
public struct TableOscillator: BitwiseCopyable {
  @usableFromInline var phase = SIMD8<UInt32>.zero
  @usableFromInline var increment = SIMD8<UInt32>.zero
  @usableFromInline var level = SIMD8<UInt32>.zero

  @_noLocks @inlinable public init() {}

  /// The cycle's place of one lane, 0–1. [audio-thread]
  @_noLocks @inlinable public mutating func setPhase(_ cycles: Double, ofLane lane: Int) {
    phase[lane] = UInt32(truncatingIfNeeded: Int64(cycles * 4_294_967_296))
  }

  /// Sets every lane's pitch, in octaves above 1 Hz, and the bandwidth that goes with it. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func tune(to pitch: Lanes, range: OscillatorRange) {
    let octaves = pitch.within(-4, range.highest)
    let step = FastMath.exp2(octaves - range.octavesPerSample)
    increment = Self.phaseWords(step)
    let wanted = (octaves - range.fullBandwidth) * 2
    // Half a level up before rounding is the next whole level, or this one when it is whole.
    let rounded = (wanted + 0.499_99).within(0, Float(WaveTable.levelCount - 1)) + FastMath.rounder
    let whole = unsafeBitCast(rounded, to: SIMD8<UInt32>.self) & 0xFF
    level = whole &* UInt32(WaveTable.stride)
  }

  /// The next sample of every lane. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func next(_ table: WaveTable) -> Lanes {
    let sample = rt_look_up(table.samples, phase, level)
    phase = phase &+ increment
    return sample
  }

  /// The next sample of a pulse: two saws apart by `width`, in 2⁻³² cycles. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func nextPulse(_ saw: WaveTable, width: UInt32) -> Lanes {
    let rise = rt_look_up(saw.samples, phase, level)
    let fall = rt_look_up(saw.samples, phase &+ SIMD8(repeating: width), level)
    phase = phase &+ increment
    return rise - fall
  }

  /// Cycles, 0–0.5, as 32-bit fractions, in two halves because a rounded float holds 22 bits.
  @_noLocks @inlinable @inline(__always) static func phaseWords(_ cycles: Lanes) -> SIMD8<UInt32> {
    let coarse = cycles * 65_536 + FastMath.rounder
    let rest = cycles * 65_536 - (coarse - FastMath.rounder)
    let fine = rest * 65_536 + FastMath.rounder
    let high = unsafeBitCast(coarse, to: SIMD8<UInt32>.self) &- 0x4B40_0000
    let low = unsafeBitCast(fine, to: SIMD8<UInt32>.self) &- 0x4B40_0000
    return (high &<< 16) &+ low
  }
}

/// What a stream's rate means to oscillators.
public struct OscillatorRange: BitwiseCopyable, Sendable {
  /// log₂ of the sample rate.
  public let octavesPerSample: Float
  /// The pitch up to which all 512 harmonics may sound.
  public let fullBandwidth: Float
  /// The highest pitch there is.
  public let highest: Float

  /// Harmonics may reach so far above half the rate that what folds down stays above 18 kHz.
  public init(framesPerSecond: Double) {
    octavesPerSample = Float(rt_log2(framesPerSecond))
    let limit = min(max(framesPerSecond / 2, framesPerSecond - 18_000), 40_000)
    fullBandwidth = Float(rt_log2(limit / 512))
    highest = Float(rt_log2(framesPerSecond * 0.45))
  }
}
