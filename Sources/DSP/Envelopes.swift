/// The four times and levels of an envelope, as rates.
public struct EnvelopeShape: BitwiseCopyable, Sendable {
  /// In halvings of the distance to the goal, per frame.
  public var attackRate: Float
  public var decayRate: Float
  public var sustain: Float
  public var releaseRate: Float

  /// - Parameters:
  ///   - attack: seconds from nothing to the top.
  ///   - decay: seconds from the top to a thousandth (−60 dB) above the sustain level.
  ///   - release: seconds from the top to silence.
  @_noLocks @inlinable
  public init(attack: Float, decay: Float, sustain: Float, release: Float, secondsPerFrame: Float) {
    // log₂(1.3 / 0.3): from 0 to 1 on the way to 1.3, the bow of an analog attack.
    attackRate = 2.115_477 * secondsPerFrame / attack
    // log₂ 1001: to a thousandth of the way, or from 1 to 0 on the way to −0.001, so that a release ends.
    decayRate = 9.967_226 * secondsPerFrame / decay
    self.sustain = sustain
    releaseRate = 9.967_226 * secondsPerFrame / release
  }
}

/// Eight envelopes of one shape, evaluated where they are looked at, exact between.
///
/// Each stage is an exponential approach to a goal beyond its end, as a capacitor charges; every stage
/// begins at the level it finds, so that a retrigger never jumps.
public struct Envelopes: BitwiseCopyable {
  public var level = Lanes.zero
  @usableFromInline var stage = SIMD8<Int32>.zero

  @usableFromInline enum Stage: Int32 { case idle, attack, decay, release, fade }

  @_noLocks @inlinable public init() {}

  /// From the level it has. [audio-thread]
  @_noLocks @inlinable public mutating func trigger(lane: Int) { stage[lane] = Stage.attack.rawValue }

  /// From nothing. [audio-thread]
  @_noLocks @inlinable public mutating func clear(lane: Int) {
    level[lane] = 0
    stage[lane] = Stage.idle.rawValue
  }

  /// [audio-thread]
  @_noLocks @inlinable public mutating func release(lane: Int) {
    if stage[lane] != Stage.fade.rawValue { stage[lane] = Stage.release.rawValue }
  }

  /// To silence in a few milliseconds, whatever the release. [audio-thread]
  @_noLocks @inlinable public mutating func fade(lane: Int) { stage[lane] = Stage.fade.rawValue }

  /// Lanes that have let go and are silent. [audio-thread]
  @inlinable public var ended: LaneMask {
    @_noLocks get { (isIn(.release) .| isIn(.fade)) .& (level .<= Lanes.zero) }
  }

  /// Compared as vectors: with a number, the standard library compares lane by lane in a loop.
  @_noLocks @_transparent @usableFromInline func isIn(_ one: Stage) -> LaneMask {
    stage .== SIMD8<Int32>(repeating: one.rawValue)
  }

  /// Moves on by `frames`. [audio-thread]
  ///
  /// - Parameter fadeRate: halvings per frame of the fade, whose goal is −1.
  @_noLocks @_transparent
  public mutating func advance(by frames: Float, shape: EnvelopeShape, fadeRate: Float) {
    let attacking = isIn(.attack)
    var goal = Lanes(repeating: shape.sustain)
    var rate = Lanes(repeating: shape.decayRate)
    goal.replace(with: 1.3, where: attacking)
    rate.replace(with: shape.attackRate, where: attacking)
    let releasing = isIn(.release)
    goal.replace(with: -0.001, where: releasing)
    rate.replace(with: shape.releaseRate, where: releasing)
    let fading = isIn(.fade)
    goal.replace(with: -1, where: fading)
    rate.replace(with: fadeRate, where: fading)
    var next = goal + (level - goal) * FastMath.exp2(-rate * frames)
    let arrived = attacking .& (next .>= Lanes(repeating: 1))
    if arrived.isAnyTrue {
      next.replace(with: fallFromTop(passing: next, frames: frames, shape: shape), where: arrived)
      stage.replace(with: Stage.decay.rawValue, where: arrived)
    }
    level = next.atLeast(.zero).replacing(with: 0, where: isIn(.idle))
  }

  /// The decay begins where a straight line from the level to `next` crosses 1.
  @_noLocks @_transparent @usableFromInline
  func fallFromTop(passing next: Lanes, frames: Float, shape: EnvelopeShape) -> Lanes {
    let spent = (1 - level) / (next - level).atLeast(Lanes(repeating: 1e-9))
    let rest = ((1 - spent) * frames).within(0, frames)
    return shape.sustain + (1 - shape.sustain) * FastMath.exp2(-rest * shape.decayRate)
  }
}
