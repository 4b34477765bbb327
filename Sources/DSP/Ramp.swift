/// A value that goes to its goal in a straight line, sample by sample.
public struct Ramp: BitwiseCopyable {
  public var value: Float
  @usableFromInline var step: Float = 0

  @_noLocks @inlinable public init(_ value: Float) { self.value = value }

  /// [audio-thread]
  @_noLocks @inlinable public mutating func approach(_ goal: Float, inverseFrames: Float) {
    step = (goal - value) * inverseFrames
  }

  /// Whether it is at a value, and stays there. [audio-thread]
  @_noLocks @inlinable public func isAt(_ place: Float) -> Bool { value == place && step == 0 }

  /// Without a line. [audio-thread]
  @_noLocks @inlinable public mutating func jump(to goal: Float) {
    value = goal
    step = 0
  }

  /// The value some frames from now. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func value(after frames: Int) -> Float {
    value + step * Float(frames)
  }

  /// [audio-thread]
  @_noLocks @inlinable public mutating func skip(_ frames: Int) { value = value(after: frames) }

  /// The value now; then one step on. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func next() -> Float {
    let now = value
    value += step
    return now
  }
}
