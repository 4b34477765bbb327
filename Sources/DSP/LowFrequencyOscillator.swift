import CRealtime

/// Eight LFOs with values from −1 to 1, advanced in control steps.
public struct LowFrequencyOscillator: BitwiseCopyable {
  public enum Shape: CaseIterable, Sendable, BitwiseCopyable {
    case sine, triangle, square, ramp, random

    /// The shape with this index. An index out of range is clamped. [audio-thread]
    @_noLocks public init(index: Int) {
      self = unsafeBitCast(UInt8(min(max(index, 0), 4)), to: Shape.self)
    }
  }

  /// In cycles, 0–1.
  @usableFromInline var phase = Lanes.zero
  /// The value of the random shape.
  @usableFromInline var held = Lanes.zero
  @usableFromInline var noise: NoiseSource

  /// - Parameter seed: different seeds give different random values.
  @_noLocks @inlinable public init(seed: UInt32) { noise = NoiseSource(seed: seed) }

  /// Starts the wave from its beginning. [audio-thread]
  @_noLocks @inlinable public mutating func restart(lane: Int) {
    phase[lane] = 0
    held[lane] = noise.next()[lane]
  }

  /// Moves on by `cycles`, less than 1, and returns the new values. [audio-thread]
  @_noLocks @_transparent
  public mutating func advance(by cycles: Lanes, shape: Shape) -> Lanes {
    advance(by: cycles)
    return values(shape)
  }

  /// Moves on by `cycles`, less than 1. [audio-thread]
  @_noLocks @_transparent public mutating func advance(by cycles: Lanes) {
    phase += cycles
    let wrapped = phase .>= Lanes(repeating: 1)
    guard wrapped.isAnyTrue else { return }
    phase.replace(with: phase - 1, where: wrapped)
    held.replace(with: noise.next(), where: wrapped)
  }

  /// Goes to where it is after so many cycles since the beginning. The random shape has the same values each time.
  /// [audio-thread]
  @_noLocks @inlinable public mutating func go(to cycles: Double) {
    var whole = Int64(min(max(cycles, -1e15), 1e15))
    if Double(whole) > cycles { whole -= 1 }
    phase = Lanes(repeating: min(Float(cycles - Double(whole)), 0.999_999_9))
    noise = NoiseSource(seed: UInt32(truncatingIfNeeded: whole))
    held = noise.next()
  }

  /// [audio-thread]
  @_noLocks @_transparent public func values(_ shape: Shape) -> Lanes {
    switch shape {
    case .sine: return FastMath.sine(phase)
    case .triangle: return Self.triangle(phase)
    case .square: return Lanes(repeating: -1).replacing(with: 1, where: phase .< Lanes(repeating: 0.5))
    case .ramp: return 1 - 2 * phase
    case .random: return held
    }
  }

  @_noLocks @_transparent @usableFromInline static func triangle(_ phase: Lanes) -> Lanes {
    let late = (4 * phase - 4).replacing(with: 2 - 4 * phase, where: phase .< Lanes(repeating: 0.75))
    return late.replacing(with: 4 * phase, where: phase .< Lanes(repeating: 0.25))
  }
}
