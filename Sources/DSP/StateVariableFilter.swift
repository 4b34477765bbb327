/// Eight resonant two-pole filters, zero-delay.
///
/// Zavalishin, "The Art of VA Filter Design", §4: the trapezoidal state-variable filter, here as the
/// recursion of its two states, s′ = A s + B x, which is shorter to wait for. A is affine in what moves, and
/// each A the filter can have is a contraction in the plain norm, so that any straight line between
/// two settings is stable too: coefficients may be ramped sample by sample, at any speed.
public struct StateVariableFilter: BitwiseCopyable {
  @usableFromInline var band = Lanes.zero
  @usableFromInline var low = Lanes.zero
  /// A is (`keep`, −`cross`; `cross`, `hold`).
  @usableFromInline var keep = Lanes.zero
  @usableFromInline var cross = Lanes.zero
  @usableFromInline var hold = Lanes(repeating: 1)
  @usableFromInline var keepStep = Lanes.zero
  @usableFromInline var crossStep = Lanes.zero
  @usableFromInline var holdStep = Lanes.zero

  @_noLocks @inlinable public init() {}

  /// Where the coefficients shall be after `1 / inverseFrames` samples. [audio-thread]
  ///
  /// - Parameters:
  ///   - cutoff: in octaves above 1 Hz.
  ///   - damping: 1/Q, 0–2.
  @_noLocks @inlinable @inline(__always)
  public mutating func approach(
    cutoff: Lanes, damping: Lanes, inverseFrames: Float, range: OscillatorRange, fresh: LaneMask
  ) {
    let turns = FastMath.exp2(cutoff - range.octavesPerSample).atMost(Lanes(repeating: 0.49))
    // With g = tan(π turns), sines and cosines of twice the angle give all coefficients by one division:
    // 1 + g² + g/Q is (1 + sin / 2Q) / cos² of the angle itself.
    let sine = FastMath.sineOfQuarter(turns.atMost(0.5 - turns))
    let cosine = FastMath.sineOfQuarter(0.25 - turns)
    let share = 1 / (1 + 0.5 * damping * sine)
    let goalCross = sine * share
    let goalKeep = (1 + cosine) * share - 1
    let goalHold = 1 - (1 - cosine) * share
    keep.replace(with: goalKeep, where: fresh)
    cross.replace(with: goalCross, where: fresh)
    hold.replace(with: goalHold, where: fresh)
    keepStep = (goalKeep - keep) * inverseFrames
    crossStep = (goalCross - cross) * inverseFrames
    holdStep = (goalHold - hold) * inverseFrames
  }

  /// What each lane holds; never more than before, when nothing comes in. [any-thread]
  public var energy: Lanes { band * band + low * low }

  /// Forgets what one lane has heard. [audio-thread]
  @_noLocks @inlinable public mutating func clear(lane: Int) {
    band[lane] = 0
    low[lane] = 0
  }

  /// The next sample: twice the band and twice the low output. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func next(_ x: Lanes) -> (band: Lanes, low: Lanes) {
    let nextBand = (cross * x + keep * band) - cross * low
    let nextLow = ((1 - hold) * x + cross * band) + hold * low
    let outputs = (band: nextBand + band, low: nextLow + low)
    band = nextBand
    low = nextLow
    keep += keepStep
    cross += crossStep
    hold += holdStep
    return outputs
  }
}
