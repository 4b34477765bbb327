/// A ring of samples that is read at any distance behind its end.
///
/// A handle: whoever allocates it deallocates it.
public struct DelayLine: BitwiseCopyable {
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  @usableFromInline let mask: Int
  @usableFromInline var position = 0

  /// - Parameter longest: the greatest delay in frames.
  public init(longest: Int) {
    var size = 4
    while size < longest + 4 { size <<= 1 }
    mask = size - 1
    samples = .allocate(capacity: size)
    samples.initialize(repeating: 0, count: size)
  }

  public func deallocate() { samples.deallocate() }

  /// [audio-thread]
  @_noLocks @inlinable public func clear() {
    for index in 0...mask { samples[index] = 0 }
  }

  /// [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func write(_ sample: Float) {
    position = (position &+ 1) & mask
    samples[position] = sample
  }

  /// The sample that was written `delay` frames ago, on a straight line between neighbours. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func read(_ delay: Float) -> Float {
    let whole = Int(delay)
    let fraction = delay - Float(whole)
    let newer = samples[(position &- whole) & mask]
    let older = samples[(position &- whole &- 1) & mask]
    return newer + (older - newer) * fraction
  }

  /// The sample that was written so many frames ago. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func read(_ delay: Int) -> Float {
    samples[(position &- delay) & mask]
  }
}
