import SpinetRealtime

/// A value that moves linearly to its target, sample by sample.
public struct Ramp: BitwiseCopyable {
  public var value: Float
  @usableFromInline var step: Float = 0

  @_noLocks @inlinable public init(_ value: Float) { self.value = value }

  /// Sets the target, reached after `1 / inverseFrames` frames. [audio-thread]
  @_noLocks @inlinable public mutating func approach(_ target: Float, inverseFrames: Float) {
    step = (target - value) * inverseFrames
  }

  /// Sets a target in the direction of `target`, at most `reach` away. [audio-thread]
  @_noLocks @inlinable
  public mutating func approach(_ target: Float, byAtMost reach: Float, inverseFrames: Float) {
    let distance = target - value
    if distance > -1e-6 && distance < 1e-6 { return jump(to: target) }
    approach(
      value + (distance < -reach ? -reach : (distance > reach ? reach : distance)),
      inverseFrames: inverseFrames)
  }

  /// The value `frames` from now. [audio-thread]
  @_noLocks @inlinable public func after(_ frames: Int) -> Float { value + step * Float(frames) }

  /// Moves on by `frames`. [audio-thread]
  @_noLocks @inlinable public mutating func skip(_ frames: Int) { value = after(frames) }

  /// Whether it is at `target` and not moving. [audio-thread]
  @_noLocks @inlinable public func isAt(_ target: Float) -> Bool { value == target && step == 0 }

  /// Whether it is not moving. [audio-thread]
  @inlinable public var isAtRest: Bool { @_noLocks get { step == 0 } }

  /// Sets the value at once. [audio-thread]
  @_noLocks @inlinable public mutating func jump(to target: Float) {
    value = target
    step = 0
  }

  /// Returns the current value and moves one step on. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func next() -> Float {
    let now = value
    value += step
    return now
  }

  /// Multiplies samples by its values, and moves on. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func scale(_ samples: Samples) {
    if step == 0 {
      let factor = value
      for frame in 0..<samples.count { samples[frame] *= factor }
    } else {
      for frame in 0..<samples.count { samples[frame] *= next() }
    }
  }
}

/// Eight values that move linearly to their targets, sample by sample.
public struct LaneRamp: BitwiseCopyable {
  public var value: Lanes
  public var step: Lanes

  @_noLocks @_transparent public init(_ value: Lanes) {
    self.value = value
    step = .zero
  }

  /// Returns the current values and moves one step on. [audio-thread]
  @_noLocks @_transparent public mutating func next() -> Lanes {
    let now = value
    value += step
    return now
  }

  /// Sets the targets. The lanes in `restarted` jump to them at once. [audio-thread]
  @_noLocks @_transparent
  public mutating func approach(_ target: Lanes, inverseFrames: Float, restarted: LaneMask) {
    value.replace(with: target, where: restarted)
    step = (target - value) * inverseFrames
  }
}

/// Eight one-pole smoothers.
public struct LaneSmoother: BitwiseCopyable {
  public var now = Lanes.zero
  public var target = Lanes.zero

  /// At 0, with targets at 0.
  @_noLocks @_transparent public init() {}

  /// One step towards the targets. [audio-thread]
  @_noLocks @_transparent public mutating func follow(_ coefficient: Float) {
    now += (target - now) * coefficient
  }

  /// Sets some lanes to their targets. [audio-thread]
  @_noLocks @_transparent public mutating func settle(_ lanes: LaneMask) {
    now.replace(with: target, where: lanes)
  }
}
