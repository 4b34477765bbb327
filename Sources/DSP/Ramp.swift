/// A value that moves linearly to its goal, sample by sample.
public struct Ramp: BitwiseCopyable {
  public var value: Float
  @usableFromInline var step: Float = 0

  @_noLocks @inlinable public init(_ value: Float) { self.value = value }

  /// Sets the goal, reached after `1 / inverseFrames` frames. [audio-thread]
  @_noLocks @inlinable public mutating func approach(_ goal: Float, inverseFrames: Float) {
    step = (goal - value) * inverseFrames
  }

  /// Sets a goal in the direction of `goal`, at most `reach` away. [audio-thread]
  @_noLocks @inlinable
  public mutating func approach(_ goal: Float, byAtMost reach: Float, inverseFrames: Float) {
    let distance = goal - value
    if distance > -1e-6 && distance < 1e-6 { return jump(to: goal) }
    approach(
      value + (distance < -reach ? -reach : (distance > reach ? reach : distance)),
      inverseFrames: inverseFrames)
  }

  /// The value `frames` from now. [audio-thread]
  @_noLocks @inlinable public func after(_ frames: Int) -> Float { value + step * Float(frames) }

  /// Moves on by `frames`. [audio-thread]
  @_noLocks @inlinable public mutating func skip(_ frames: Int) { value = after(frames) }

  /// Whether it is at `goal` and not moving. [audio-thread]
  @_noLocks @inlinable public func isAt(_ goal: Float) -> Bool { value == goal && step == 0 }

  /// Whether it is not moving. [audio-thread]
  @inlinable public var isAtRest: Bool { @_noLocks get { step == 0 } }

  /// Sets the value at once. [audio-thread]
  @_noLocks @inlinable public mutating func jump(to goal: Float) {
    value = goal
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
  public mutating func scale(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    if step == 0 {
      let factor = value
      for frame in 0..<count { samples[frame] *= factor }
    } else {
      for frame in 0..<count { samples[frame] *= next() }
    }
  }
}

/// Eight values that move linearly to their goals, sample by sample.
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

  /// Sets the goals. The lanes in `restarted` jump to them at once. [audio-thread]
  @_noLocks @_transparent
  public mutating func approach(_ goal: Lanes, inverseFrames: Float, restarted: LaneMask) {
    value.replace(with: goal, where: restarted)
    step = (goal - value) * inverseFrames
  }
}

/// Eight one-pole smoothers.
public struct LaneSmoother: BitwiseCopyable {
  public var now = Lanes.zero
  public var goal = Lanes.zero

  @_noLocks @_transparent public init() {}

  /// One step towards the goals. [audio-thread]
  @_noLocks @_transparent public mutating func follow(_ coefficient: Float) {
    now += (goal - now) * coefficient
  }

  /// Sets some lanes to their goals. [audio-thread]
  @_noLocks @_transparent public mutating func settle(_ lanes: LaneMask) {
    now.replace(with: goal, where: lanes)
  }
}
