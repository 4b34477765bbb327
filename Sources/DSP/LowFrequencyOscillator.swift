import CRealtime

/// Eight slow waves, −1–1, moved on in control steps.
public struct LowFrequencyOscillator: BitwiseCopyable {
  public enum Shape: CaseIterable, Sendable, BitwiseCopyable {
    case sine, triangle, square, ramp, random

    /// The shape at a place among all cases; beyond them, the nearest. [audio-thread]
    @_noLocks public init(index: Int) {
      self = unsafeBitCast(UInt8(min(max(index, 0), 4)), to: Shape.self)
    }
  }

  @usableFromInline var turn = Lanes.zero
  @usableFromInline var held = Lanes.zero
  @usableFromInline var noise: NoiseSource

  /// - Parameter seed: different seeds, different random values.
  @_noLocks @inlinable public init(seed: UInt32) { noise = NoiseSource(seed: seed) }

  /// From the wave's beginning. [audio-thread]
  @_noLocks @inlinable public mutating func restart(lane: Int) {
    turn[lane] = 0
    held[lane] = noise.next()[lane]
  }

  /// Moves on by `cycles`, less than 1, and answers the waves there. [audio-thread]
  @_noLocks @_transparent
  public mutating func advance(by cycles: Lanes, shape: Shape) -> Lanes {
    turn += cycles
    let wrapped = turn .>= Lanes(repeating: 1)
    if wrapped.isAnyTrue {
      turn.replace(with: turn - 1, where: wrapped)
      held.replace(with: noise.next(), where: wrapped)
    }
    switch shape {
    case .sine: return FastMath.sine(turn)
    case .triangle: return Self.triangle(turn)
    case .square: return Lanes(repeating: -1).replacing(with: 1, where: turn .< Lanes(repeating: 0.5))
    case .ramp: return 1 - 2 * turn
    case .random: return held
    }
  }

  @_noLocks @_transparent @usableFromInline static func triangle(_ turn: Lanes) -> Lanes {
    let late = (4 * turn - 4).replacing(with: 2 - 4 * turn, where: turn .< Lanes(repeating: 0.75))
    return late.replacing(with: 4 * turn, where: turn .< Lanes(repeating: 0.25))
  }
}
