import CRealtime

/// Eight resonant two-pole filters, zero-delay.
///
/// Zavalishin, "The Art of VA Filter Design", §4: the trapezoidal state-variable filter, here as the
/// recursion of its two states, s′ = A s + B x, which is shorter to wait for. A is affine in what moves, and
/// each A the filter can have is a contraction in the plain norm, so that any straight line between
/// two settings is stable too: coefficients may be ramped sample by sample, at any speed.
public struct StateVariableFilter: BitwiseCopyable {
  public var memory = Memory()
  public var setting = Setting()

  @_noLocks @inlinable public init() {}

  /// What it holds of what it has heard.
  public struct Memory: BitwiseCopyable {
    @usableFromInline var band = Lanes.zero
    @usableFromInline var low = Lanes.zero

    @_noLocks @inlinable public init() {}

    /// Half the squared height of what rings. [any-thread]
    public var energy: Lanes { @_noLocks @_transparent get { band * band + low * low } }

    /// Every lane. [audio-thread]
    @_noLocks @_transparent public mutating func clear() {
      band = .zero
      low = .zero
    }

    /// [audio-thread]
    @_noLocks @inlinable public mutating func clear(lane: Int) {
      band[lane] = 0
      low[lane] = 0
    }
  }

  /// A, as (`keep`, −`cross`; `cross`, `hold`), and where it goes.
  public struct Setting: BitwiseCopyable {
    @usableFromInline var keep = LaneRamp(.zero)
    @usableFromInline var cross = LaneRamp(.zero)
    @usableFromInline var hold = LaneRamp(Lanes(repeating: 1))

    @_noLocks @inlinable public init() {}

    /// Where to be after `1 / inverseFrames` samples. [audio-thread]
    ///
    /// - Parameters:
    ///   - cutoff: in octaves above 1 Hz.
    ///   - damping: 1/Q, 0–2.
    @_noLocks @_transparent
    public mutating func approach(
      cutoff: Lanes, damping: Lanes, inverseFrames: Float, range: OscillatorRange, fresh: LaneMask
    ) {
      let turns = FastMath.exp2(cutoff - range.octavesPerSample).atMost(Lanes(repeating: 0.49))
      // With g = tan(π turns), sines and cosines of twice the angle give all coefficients by one division:
      // 1 + g² + g/Q is (1 + sin / 2Q) / cos² of the angle itself.
      let sine = FastMath.sineOfQuarter(turns.atMost(0.5 - turns))
      let cosine = FastMath.sineOfQuarter(0.25 - turns)
      let share = 1 / (1 + 0.5 * damping * sine)
      keep.approach((1 + cosine) * share - 1, inverseFrames: inverseFrames, fresh: fresh)
      cross.approach(sine * share, inverseFrames: inverseFrames, fresh: fresh)
      hold.approach(1 - (1 - cosine) * share, inverseFrames: inverseFrames, fresh: fresh)
    }

    /// One sample on. [audio-thread]
    @_noLocks @_transparent public mutating func advance() {
      keep.value += keep.step
      cross.value += cross.step
      hold.value += hold.step
    }
  }

  /// The next sample: twice the band and twice the low output. [audio-thread]
  @_noLocks @_transparent public mutating func next(_ x: Lanes) -> (band: Lanes, low: Lanes) {
    let (band, low) = (memory.band, memory.low)
    let (keep, cross, hold) = (setting.keep.value, setting.cross.value, setting.hold.value)
    // The product with a state's own past comes last: no path from sample to sample is longer than two.
    memory.band = rt_fused(keep, band, rt_fused_less(cross, low, cross * x))
    memory.low = rt_fused(hold, low, rt_fused(cross, band, rt_fused_less(hold, x, x)))
    setting.advance()
    return (band: memory.band + band, low: memory.low + low)
  }

  /// 1/Q for a knob from 0 to 1: from Q ½ on evenly to the ear; in the last tenth down to none. [audio-thread]
  @_noLocks @_transparent public static func damping(resonance: Lanes) -> Lanes {
    2 * FastMath.exp2(-6.65 * resonance) * (10 - 10 * resonance).atMost(Lanes(repeating: 1))
  }

  /// How fast what is too quiet grows: nothing does below the last tenth of the knob. [audio-thread]
  @_noLocks @_transparent public static func growth(resonance: Lanes) -> Lanes {
    ((resonance - 0.9) * 0.1).atLeast(.zero)
  }

  /// [audio-thread]
  @_noLocks @_transparent public static func growth(resonance: Float) -> Float {
    resonance > 0.9 ? (resonance - 0.9) * 0.1 : 0
  }

  /// Holds what rings at a height, so that a filter without damping sings: √2 after the input's own scale.
  ///
  /// Both states are scaled alike, which leaves the angle of their rotation, and so the pitch, as it is.
  ///
  /// - Parameter growth: by how much what is too quiet grows in a sample. [audio-thread]
  @_noLocks @_transparent public mutating func sing(growth: Lanes) {
    let wanting = 1 - memory.energy * 2
    let scale = rt_fused(growth, wanting, Lanes(repeating: 1)).within(0.5, 1.01)
    memory.band *= scale
    memory.low *= scale
  }
}
