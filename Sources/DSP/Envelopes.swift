/// The shape of an envelope: three rates and the sustain level.
public struct EnvelopeShape: BitwiseCopyable, Sendable {
  /// Halvings of the distance to the target per frame.
  public var attackRate: Float
  /// As `attackRate`.
  public var decayRate: Float
  /// 0–1.
  public var sustain: Float
  /// As `attackRate`.
  public var releaseRate: Float

  /// - Parameters:
  ///   - attack: seconds from 0 to 1.
  ///   - decay: seconds from 1 to a thousandth (−60 dB) above the sustain level.
  ///   - release: seconds from 1 to silence.
  @_noLocks @inlinable
  public init(attack: Float, decay: Float, sustain: Float, release: Float, secondsPerFrame: Float) {
    // log₂(1.3 / 0.3): from 0 to 1 on the way to 1.3, the curve of an analog attack.
    attackRate = 2.115_477 * secondsPerFrame / attack
    // log₂ 1001: a decay until a thousandth of the way is left; a release from 1 to 0 on the way to −0.001, so that
    // it ends.
    decayRate = 9.967_226 * secondsPerFrame / decay
    self.sustain = sustain
    releaseRate = 9.967_226 * secondsPerFrame / release
  }
}

/// Eight envelopes of one shape, computed exactly for any number of frames at once.
///
/// Each stage approaches a target beyond its end exponentially, as a capacitor charges. A stage begins at the
/// current level, so that a retrigger never jumps.
public struct Envelopes: BitwiseCopyable {
  /// 0–1.
  public var level = Lanes.zero
  @usableFromInline var stage = SIMD8<Int32>.zero

  @usableFromInline enum Stage: Int32 { case idle, attack, decay, release, fade }

  /// At rest, at the level 0.
  @_noLocks @inlinable public init() {}

  /// Begins the attack at the current level. [audio-thread]
  @_noLocks @inlinable public mutating func trigger(lane: Int) { stage[lane] = Stage.attack.rawValue }

  /// Sets the level to zero. [audio-thread]
  @_noLocks @inlinable public mutating func clear(lane: Int) {
    level[lane] = 0
    stage[lane] = Stage.idle.rawValue
  }

  /// [audio-thread]
  @_noLocks @inlinable public mutating func release(lane: Int) {
    if stage[lane] != Stage.fade.rawValue { stage[lane] = Stage.release.rawValue }
  }

  /// Fades to silence in a few milliseconds, whatever the release time. [audio-thread]
  @_noLocks @inlinable public mutating func fade(lane: Int) { stage[lane] = Stage.fade.rawValue }

  /// Lanes that were released and are silent. [audio-thread]
  @inlinable public var ended: LaneMask {
    @_noLocks get { (isIn(.release) .| isIn(.fade)) .& (level .<= Lanes.zero) }
  }

  /// Which lanes are in a stage. Compares vectors, because the standard library compares a vector with a number in
  /// a loop over the lanes.
  @_noLocks @_transparent @usableFromInline func isIn(_ one: Stage) -> LaneMask {
    stage .== SIMD8<Int32>(repeating: one.rawValue)
  }

  /// Moves on by `frames`. [audio-thread]
  ///
  /// - Parameter fadeRate: halvings per frame of a fade, whose target is −1.
  @_noLocks @_transparent
  public mutating func advance(by frames: Float, shape: EnvelopeShape, fadeRate: Float) {
    let attacking = isIn(.attack)
    var target = Lanes(repeating: shape.sustain)
    var rate = Lanes(repeating: shape.decayRate)
    target.replace(with: 1.3, where: attacking)
    rate.replace(with: shape.attackRate, where: attacking)
    let releasing = isIn(.release)
    target.replace(with: -0.001, where: releasing)
    rate.replace(with: shape.releaseRate, where: releasing)
    let fading = isIn(.fade)
    target.replace(with: -1, where: fading)
    rate.replace(with: fadeRate, where: fading)
    var next = target + (level - target) * FastMath.exp2(-rate * frames)
    let arrived = attacking .& (next .>= Lanes(repeating: 1))
    if arrived.isAnyTrue {
      next.replace(with: fallFromTop(passing: next, frames: frames, shape: shape), where: arrived)
      stage.replace(with: Stage.decay.rawValue, where: arrived)
    }
    level = next.atLeast(.zero).replacing(with: 0, where: isIn(.idle))
  }

  /// The level of a decay that begins where a straight line from the level to `next` crosses 1.
  @_noLocks @_transparent @usableFromInline
  func fallFromTop(passing next: Lanes, frames: Float, shape: EnvelopeShape) -> Lanes {
    let spent = (1 - level) / (next - level).atLeast(Lanes(repeating: 1e-9))
    let rest = ((1 - spent) * frames).within(0, frames)
    return shape.sustain + (1 - shape.sustain) * FastMath.exp2(-rest * shape.decayRate)
  }
}
