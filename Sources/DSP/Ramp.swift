/// A value that goes to its goal in a straight line, sample by sample.
public struct Ramp: BitwiseCopyable {
  public var value: Float
  @usableFromInline var step: Float = 0

  @_noLocks @inlinable public init(_ value: Float) { self.value = value }

  /// [audio-thread]
  @_noLocks @inlinable public mutating func approach(_ goal: Float, inverseFrames: Float) {
    step = (goal - value) * inverseFrames
  }

  /// Towards a goal, no farther than `reach` at once. [audio-thread]
  @_noLocks @inlinable
  public mutating func approach(_ goal: Float, byAtMost reach: Float, inverseFrames: Float) {
    let distance = goal - value
    if distance > -1e-6 && distance < 1e-6 { return jump(to: goal) }
    approach(
      value + (distance < -reach ? -reach : (distance > reach ? reach : distance)),
      inverseFrames: inverseFrames)
  }

  /// Where it is so many frames on. [audio-thread]
  @_noLocks @inlinable public func after(_ frames: Int) -> Float { value + step * Float(frames) }

  /// So many frames on. [audio-thread]
  @_noLocks @inlinable public mutating func skip(_ frames: Int) { value = after(frames) }

  /// Whether it is at a value, and stays there. [audio-thread]
  @_noLocks @inlinable public func isAt(_ place: Float) -> Bool { value == place && step == 0 }

  /// Without a line. [audio-thread]
  @_noLocks @inlinable public mutating func jump(to goal: Float) {
    value = goal
    step = 0
  }

  /// The value now; then one step on. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func next() -> Float {
    let now = value
    value += step
    return now
  }
}
