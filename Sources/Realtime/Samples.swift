/// The samples of one channel, in memory that another object owns.
///
/// A view to pass on, not to keep: it is valid as long as its owner lives. An index out of range traps.
public struct Samples: BitwiseCopyable, RandomAccessCollection {
  // A pointer, because a function that returns a span needs an experimental feature of the compiler.
  /// The address of the first sample, for C functions.
  public let start: UnsafeMutablePointer<Float>
  /// The number of samples.
  public let count: Int

  /// A view of `count` samples, whose owner must outlive it.
  @_noLocks @_transparent public init(start: UnsafeMutablePointer<Float>, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable public var startIndex: Int { @_noLocks @_transparent get { 0 } }
  @inlinable public var endIndex: Int { @_noLocks @_transparent get { count } }

  /// One sample. [audio-thread]
  @inlinable public subscript(frame: Int) -> Float {
    @_noLocks @_transparent get {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: count))
      return start[frame]
    }
    @_noLocks @_transparent nonmutating set {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: count))
      start[frame] = newValue
    }
  }

  /// `count` samples from a frame on. [audio-thread]
  @_noLocks @inlinable @inline(__always) public func slice(from frame: Int, count: Int) -> Samples {
    precondition(frame >= 0 && count >= 0 && frame <= self.count - count)
    return Samples(start: start + frame, count: count)
  }

  /// Writes one value everywhere. [audio-thread]
  @_noLocks @inlinable public func fill(_ value: Float) {
    for frame in 0..<count { self[frame] = value }
  }

  /// Copies the first samples of another view, which has at least as many. [audio-thread]
  @_noLocks @inlinable public func copy(from others: Samples) {
    let others = others.slice(from: 0, count: count)
    for frame in 0..<count { self[frame] = others[frame] }
  }

  /// Copies the first samples of an input, which has at least as many. [audio-thread]
  @_noLocks @inlinable public func copy(from input: InputSamples) { copy(from: input.samples) }

  /// Adds the first samples of another view, which has at least as many. [audio-thread]
  @_noLocks @inlinable public func add(_ others: Samples) {
    let others = others.slice(from: 0, count: count)
    for frame in 0..<count { self[frame] += others[frame] }
  }

  /// The highest absolute sample; 0 if there are none. [audio-thread]
  @inlinable public var peak: Float {
    @_noLocks get {
      var peak: Float = 0
      for frame in 0..<count { peak = Swift.max(peak, abs(self[frame])) }
      return peak
    }
  }
}

/// The samples of one input channel. They can be read only.
public struct InputSamples: BitwiseCopyable, RandomAccessCollection {
  @usableFromInline let samples: Samples

  @_noLocks init(_ samples: Samples) { self.samples = samples }

  @inlinable public var startIndex: Int { @_noLocks @_transparent get { 0 } }
  @inlinable public var endIndex: Int { @_noLocks @_transparent get { samples.count } }
  /// One sample. [audio-thread]
  @inlinable public subscript(frame: Int) -> Float { @_noLocks @_transparent get { samples[frame] } }
}

/// The samples of two channels of the same length.
public struct StereoSamples: BitwiseCopyable {
  /// The number of samples in each channel.
  @usableFromInline let leftStart: UnsafeMutablePointer<Float>
  @usableFromInline let rightStart: UnsafeMutablePointer<Float>
  public let frameCount: Int

  /// - Precondition: both channels have the same length.
  @_noLocks @_transparent public init(left: Samples, right: Samples) {
    precondition(left.count == right.count)
    leftStart = left.start
    rightStart = right.start
    frameCount = left.count
  }

  // One count for both, so that the compiler sees that an index below it fits both.
  /// The first channel.
  @inlinable public var left: Samples {
    @_noLocks @_transparent get { Samples(start: leftStart, count: frameCount) }
  }
  /// The second channel.
  @inlinable public var right: Samples {
    @_noLocks @_transparent get { Samples(start: rightStart, count: frameCount) }
  }

  /// The highest absolute sample of both channels. [audio-thread]
  @inlinable public var peak: Float { @_noLocks get { max(left.peak, right.peak) } }

  /// `count` frames from a frame on. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public func slice(from frame: Int, count: Int) -> StereoSamples {
    StereoSamples(left: left.slice(from: frame, count: count), right: right.slice(from: frame, count: count))
  }
}

/// The samples of several channels of the same length, at equal distances in one block of memory.
public struct PlanarSamples: BitwiseCopyable {
  @usableFromInline let start: UnsafeMutablePointer<Float>
  /// Samples from one channel to the next.
  @usableFromInline let stride: Int
  public let channelCount: Int
  /// The number of samples in each channel.
  public let frameCount: Int

  /// - Parameter start: the first sample of the first channel; the next channel starts `stride` samples later.
  @_noLocks @inlinable
  public init(start: UnsafeMutablePointer<Float>, stride: Int, channelCount: Int, frameCount: Int) {
    precondition(channelCount >= 0 && frameCount >= 0 && (frameCount <= stride || channelCount < 2))
    self.start = start
    self.stride = stride
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// The samples of one channel. [audio-thread]
  @inlinable public subscript(channel: Int) -> Samples {
    @_noLocks @inline(__always) get {
      precondition(UInt(bitPattern: channel) < UInt(bitPattern: channelCount))
      return Samples(start: start + channel * stride, count: frameCount)
    }
  }

  /// The same channels without the first ones. [audio-thread]
  @_noLocks @inlinable public func dropping(channels: Int) -> PlanarSamples {
    precondition(channels >= 0)
    return PlanarSamples(
      start: start + channels * stride, stride: stride, channelCount: max(0, channelCount - channels),
      frameCount: frameCount)
  }

  /// `count` frames from a frame on. [audio-thread]
  @_noLocks @inlinable public func slice(from frame: Int, count: Int) -> PlanarSamples {
    precondition(frame >= 0 && count >= 0 && frame <= frameCount - count)
    return PlanarSamples(start: start + frame, stride: stride, channelCount: channelCount, frameCount: count)
  }
}
