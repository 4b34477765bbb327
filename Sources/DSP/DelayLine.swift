import SpinetRealtime

/// A ring of samples, read at a distance behind its newest one.
public struct DelayLine: ~Copyable {
  @usableFromInline let samples: FixedBuffer<Float>
  @usableFromInline let mask: Int
  @usableFromInline var position = 0

  /// - Parameter longest: the greatest delay in frames.
  public init(longest: Int) {
    var size = 4
    while size < longest + 4 { size <<= 1 }
    mask = size - 1
    samples = FixedBuffer(repeating: 0, count: size)
  }

  /// [audio-thread]
  @_noLocks @inlinable public func clear() {
    for index in 0...mask { samples[index] = 0 }
  }

  /// [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func write(_ sample: Float) {
    position = (position &+ 1) & mask
    samples[position] = sample
  }

  /// The sample that was written `delay` frames ago, interpolated linearly. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func read(_ delay: Float) -> Float {
    let whole = Int(delay)
    let fraction = delay - Float(whole)
    let newer = samples[(position &- whole) & mask]
    let older = samples[(position &- whole &- 1) & mask]
    return newer + (older - newer) * fraction
  }

  /// The sample that was written `delay` frames ago. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func read(_ delay: Int) -> Float {
    samples[(position &- delay) & mask]
  }
}
