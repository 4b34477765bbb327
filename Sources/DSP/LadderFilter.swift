import CRealtime

/// Eight low passes of four poles with a feedback that saturates, zero-delay.
///
/// Zavalishin, "The Art of VA Filter Design", §5: the loop is solved as if it were linear, and the solution
/// bent by the saturation. What goes round is bounded, and each pole is a contraction whatever its cutoff:
/// nothing can grow without end. A memoryless bend turns no phase, so that it sings at its cutoff.
public struct LadderFilter: BitwiseCopyable {
  public var memory = Memory()
  public var setting = Setting()

  @_noLocks @inlinable public init() {}

  /// The four poles.
  public struct Memory: BitwiseCopyable {
    @usableFromInline var first = Lanes.zero
    @usableFromInline var second = Lanes.zero
    @usableFromInline var third = Lanes.zero
    @usableFromInline var fourth = Lanes.zero

    @_noLocks @inlinable public init() {}

    /// Every lane as `clear(lane:)` leaves one. [audio-thread]
    @_noLocks @_transparent public mutating func clear() {
      first = Lanes(repeating: 1e-4)
      second = .zero
      third = .zero
      fourth = .zero
    }

    /// From next to nothing, so that a filter that sings needs no push. [audio-thread]
    @_noLocks @inlinable public mutating func clear(lane: Int) {
      first[lane] = 1e-4
      second[lane] = 0
      third[lane] = 0
      fourth[lane] = 0
    }
  }

  public struct Setting: BitwiseCopyable {
    @usableFromInline var gain = LaneRamp(.zero)
    @usableFromInline var feedback = LaneRamp(.zero)
    /// 1 / (1 + feedback · gain⁴).
    @usableFromInline var share = LaneRamp(Lanes(repeating: 1))

    @_noLocks @inlinable public init() {}

    /// Where to be after `1 / inverseFrames` samples. [audio-thread]
    ///
    /// - Parameters:
    ///   - cutoff: in octaves above 1 Hz.
    ///   - feedback: from 4 on it sings.
    @_noLocks @_transparent
    public mutating func approach(
      cutoff: Lanes, feedback: Lanes, inverseFrames: Float, range: OscillatorRange, fresh: LaneMask
    ) {
      let turns = FastMath.exp2(cutoff - range.octavesPerSample).atMost(Lanes(repeating: 0.49)) * 0.5
      // g / (1 + g) with g = tan(2π turns).
      let sine = FastMath.sineOfQuarter(turns)
      let cosine = FastMath.sineOfQuarter(0.25 - turns)
      let goal = sine / (sine + cosine)
      let square = goal * goal
      gain.approach(goal, inverseFrames: inverseFrames, fresh: fresh)
      self.feedback.approach(feedback, inverseFrames: inverseFrames, fresh: fresh)
      share.approach(1 / (1 + feedback * square * square), inverseFrames: inverseFrames, fresh: fresh)
    }

    /// One sample on. [audio-thread]
    @_noLocks @_transparent public mutating func advance() {
      gain.value += gain.step
      feedback.value += feedback.step
      share.value += share.step
    }
  }

  /// For a knob from 0 to 1: in the last twentieth it sings. [audio-thread]
  @_noLocks @_transparent public static func feedback(resonance: Lanes) -> Lanes {
    resonance * (3 + 1.3 * resonance)
  }

  /// The next sample. [audio-thread]
  @_noLocks @_transparent public mutating func next(_ x: Lanes) -> Lanes {
    let gain = setting.gain.value
    let rest = 1 - gain
    let waiting = rt_fused(
      gain, rt_fused(gain, rt_fused(gain, memory.first, memory.second), memory.third), memory.fourth)
    let feedback = setting.feedback.value
    // What the feedback takes from the low end the input gets back by half.
    let input = rt_fused(feedback * 0.5, x, x)
    let bent = FastMath.bend((input - feedback * (waiting * rest)) * setting.share.value)
    let one = Self.pole(bent, gain, rest, &memory.first)
    let two = Self.pole(one, gain, rest, &memory.second)
    let three = Self.pole(two, gain, rest, &memory.third)
    let four = Self.pole(three, gain, rest, &memory.fourth)
    setting.advance()
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
