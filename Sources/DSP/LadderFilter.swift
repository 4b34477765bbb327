import CRealtime

/// Eight four-pole low-pass filters with saturating zero-delay feedback.
///
/// Zavalishin, "The Art of VA Filter Design", §5: the loop is solved as if it were linear, and the solution
/// is saturated. The feedback is bounded and each pole is a contraction at any cutoff, so the filter is
/// stable. The saturation has no memory and shifts no phase, so the filter self-oscillates at its cutoff.
public struct LadderFilter: BitwiseCopyable {
  public var state = State()
  public var coefficients = Coefficients()

  /// At rest, with coefficients that are not set yet.
  @_noLocks @inlinable public init() {}

  /// The four poles.
  public struct State: BitwiseCopyable {
    @usableFromInline var first = Lanes.zero
    @usableFromInline var second = Lanes.zero
    @usableFromInline var third = Lanes.zero
    @usableFromInline var fourth = Lanes.zero

    /// At rest. `clear` leaves a tiny signal.
    @_noLocks @inlinable public init() {}

    /// Clears every lane, as `clear(lane:)` does. [audio-thread]
    @_noLocks @_transparent public mutating func clear() {
      first = Lanes(repeating: 1e-4)
      second = .zero
      third = .zero
      fourth = .zero
    }

    /// Leaves a tiny signal, so that self-oscillation starts without an input. [audio-thread]
    @_noLocks @inlinable public mutating func clear(lane: Int) {
      first[lane] = 1e-4
      second[lane] = 0
      third[lane] = 0
      fourth[lane] = 0
    }
  }

  public struct Coefficients: BitwiseCopyable {
    @usableFromInline var gain = LaneRamp(.zero)
    @usableFromInline var feedback = LaneRamp(.zero)
    /// 1 / (1 + feedback · gain⁴).
    @usableFromInline var share = LaneRamp(Lanes(repeating: 1))

    /// Not set yet.
    @_noLocks @inlinable public init() {}

    /// Ramps to a cutoff and feedback within `1 / inverseFrames` samples. [audio-thread]
    ///
    /// - Parameters:
    ///   - cutoff: in octaves above 1 Hz.
    ///   - feedback: self-oscillates from 4 on.
    ///   - restarted: the lanes that take the values at once.
    @_noLocks @_transparent
    public mutating func approach(
      cutoff: Lanes, feedback: Lanes, inverseFrames: Float, range: OscillatorRange, restarted: LaneMask
    ) {
      let turns = FastMath.exp2(cutoff - range.octavesPerSample).atMost(Lanes(repeating: 0.49)) * 0.5
      // g / (1 + g) with g = tan(2π turns).
      let sine = FastMath.sineOfQuarter(turns)
      let cosine = FastMath.sineOfQuarter(0.25 - turns)
      let target = sine / (sine + cosine)
      let square = target * target
      gain.approach(target, inverseFrames: inverseFrames, restarted: restarted)
      self.feedback.approach(feedback, inverseFrames: inverseFrames, restarted: restarted)
      share.approach(1 / (1 + feedback * square * square), inverseFrames: inverseFrames, restarted: restarted)
    }

    /// Moves one sample on. [audio-thread]
    @_noLocks @_transparent public mutating func advance() {
      gain.value += gain.step
      feedback.value += feedback.step
      share.value += share.step
    }
  }

  /// The feedback for a knob from 0 to 1; the last twentieth self-oscillates. [audio-thread]
  @_noLocks @_transparent public static func feedback(resonance: Lanes) -> Lanes {
    resonance * (3 + 1.3 * resonance)
  }

  /// The next sample. [audio-thread]
  @_noLocks @_transparent public mutating func next(_ x: Lanes) -> Lanes {
    let gain = coefficients.gain.value
    let rest = 1 - gain
    let past = rt_fused(
      gain, rt_fused(gain, rt_fused(gain, state.first, state.second), state.third), state.fourth)
    let feedback = coefficients.feedback.value
    // Half of the low end that the feedback removes is added to the input.
    let input = rt_fused(feedback * 0.5, x, x)
    let saturated = FastMath.saturateFast((input - feedback * (past * rest)) * coefficients.share.value)
    let one = Self.pole(saturated, gain, rest, &state.first)
    let two = Self.pole(one, gain, rest, &state.second)
    let three = Self.pole(two, gain, rest, &state.third)
    let four = Self.pole(three, gain, rest, &state.fourth)
    coefficients.advance()
    return four
  }

  @_noLocks @_transparent
  @usableFromInline static func pole(_ x: Lanes, _ gain: Lanes, _ rest: Lanes, _ state: inout Lanes) -> Lanes
  {
    let y = rt_fused(gain, x, rest * state)
    state = y + y - state
    return y
  }
}
