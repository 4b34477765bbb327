import CRealtime

/// Eight resonant two-pole filters with zero-delay feedback.
///
/// Zavalishin, "The Art of VA Filter Design", §4: the trapezoidal state-variable filter, here as the
/// recursion of its two states, s′ = A s + B x, which has a shorter dependency chain. A is affine in the
/// coefficients, and every A that the filter can have is a contraction in the Euclidean norm. So a linear
/// ramp between two settings is stable at any speed.
public struct StateVariableFilter: BitwiseCopyable {
  public var state = State()
  public var coefficients = Coefficients()

  /// At rest, with coefficients that are not set yet.
  @_noLocks @inlinable public init() {}

  /// The two integrators.
  public struct State: BitwiseCopyable {
    @usableFromInline var band = Lanes.zero
    @usableFromInline var low = Lanes.zero

    /// At rest.
    @_noLocks @inlinable public init() {}

    /// The squared amplitude of the resonance in the scale of the states. The output has twice the amplitude.
    /// [any-thread]
    public var energy: Lanes { @_noLocks @_transparent get { band * band + low * low } }

    /// Clears every lane. [audio-thread]
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

  /// The matrix A, (`keep`, −`cross`; `cross`, `hold`), with its ramps.
  public struct Coefficients: BitwiseCopyable {
    @usableFromInline var keep = LaneRamp(.zero)
    @usableFromInline var cross = LaneRamp(.zero)
    @usableFromInline var hold = LaneRamp(Lanes(repeating: 1))

    /// Not set yet.
    @_noLocks @inlinable public init() {}

    /// Ramps to a cutoff and damping within `1 / inverseFrames` samples. [audio-thread]
    ///
    /// - Parameters:
    ///   - cutoff: in octaves above 1 Hz.
    ///   - damping: 1/Q, 0–2.
    ///   - restarted: the lanes that take the values at once.
    @_noLocks @_transparent
    public mutating func approach(
      cutoff: Lanes, damping: Lanes, inverseFrames: Float, range: OscillatorRange, restarted: LaneMask
    ) {
      let turns = FastMath.exp2(cutoff - range.octavesPerSample).atMost(Lanes(repeating: 0.49))
      // With g = tan(π turns), sines and cosines of twice the angle give all coefficients by one division:
      // 1 + g² + g/Q is (1 + sin / 2Q) / cos² of the angle itself.
      let sine = FastMath.sineOfQuarter(turns.atMost(0.5 - turns))
      let cosine = FastMath.sineOfQuarter(0.25 - turns)
      let share = 1 / (1 + 0.5 * damping * sine)
      keep.approach((1 + cosine) * share - 1, inverseFrames: inverseFrames, restarted: restarted)
      cross.approach(sine * share, inverseFrames: inverseFrames, restarted: restarted)
      hold.approach(1 - (1 - cosine) * share, inverseFrames: inverseFrames, restarted: restarted)
    }

    /// Moves one sample on. [audio-thread]
    @_noLocks @_transparent public mutating func advance() {
      keep.value += keep.step
      cross.value += cross.step
      hold.value += hold.step
    }
  }

  /// The next sample: twice the band-pass and twice the low-pass output. [audio-thread]
  @_noLocks @_transparent public mutating func next(_ x: Lanes) -> (band: Lanes, low: Lanes) {
    let (band, low) = (state.band, state.low)
    let (keep, cross, hold) = (coefficients.keep.value, coefficients.cross.value, coefficients.hold.value)
    // The product with a state's own past comes last, so that the dependency chain is two operations a
    // sample.
    state.band = rt_fused(keep, band, rt_fused_less(cross, low, cross * x))
    state.low = rt_fused(hold, low, rt_fused(cross, band, rt_fused_less(hold, x, x)))
    coefficients.advance()
    return (band: state.band + band, low: state.low + low)
  }

  /// 1/Q for a knob from 0 to 1: exponential from Q ½, and linear to 0 in the last tenth. [audio-thread]
  @_noLocks @_transparent public static func damping(resonance: Lanes) -> Lanes {
    2 * FastMath.exp2(-6.65 * resonance) * (10 - 10 * resonance).atMost(Lanes(repeating: 1))
  }

  /// The growth of self-oscillation for a knob from 0 to 1: 0 below the last tenth. [audio-thread]
  @_noLocks @_transparent public static func growth(resonance: Lanes) -> Lanes {
    ((resonance - 0.9) * 0.1).atLeast(.zero)
  }

  /// The growth for one value. [audio-thread]
  @_noLocks @_transparent public static func growth(resonance: Float) -> Float {
    resonance > 0.9 ? (resonance - 0.9) * 0.1 : 0
  }

  /// Controls the level of self-oscillation in a filter without damping, at an amplitude of √2 in the
  /// output's scale. [audio-thread]
  ///
  /// Both states are scaled equally, which keeps the angle of their rotation and so the pitch.
  ///
  /// - Parameter growth: the relative growth per sample of an oscillation that is too quiet.
  @_noLocks @_transparent public mutating func sustainOscillation(growth: Lanes) {
    let missing = 1 - state.energy * 2
    let scale = rt_fused(growth, missing, Lanes(repeating: 1)).within(0.5, 1.01)
    state.band *= scale
    state.low *= scale
  }
}
