import SpinetDSP
import SpinetRealtime

/// Buffers for up to one control step: eight voices between oscillators and filter, and the sums of all groups.
public struct LaneBuffers: BitwiseCopyable {
  /// The frames in a control step, the longest span.
  public static var capacity: Int { @_noLocks @_transparent get { 32 } }
  private static var count: Int { 7 }

  /// The oscillators' output, or its left side.
  public var source: LaneFrames
  /// The right side, if the sides differ before the filter.
  public let rightSource: LaneFrames
  /// The first voice of the first oscillator, which modulates the second one.
  public let modulator: LaneFrames
  /// The time from each frame to a restart of that voice's cycle, in frames; 0 if it does not restart.
  public let restarts: LaneFrames
  public let left: LaneFrames
  public let right: LaneFrames
  /// The sum of the voices that are equal on both sides.
  public let center: LaneFrames

  public static func makeMemory() -> FixedBuffer<Lanes> {
    FixedBuffer(repeating: .zero, count: count * capacity)
  }

  /// - Parameter memory: from `makeMemory`; must outlive this.
  public init(_ memory: borrowing FixedBuffer<Lanes>) {
    func buffer(_ index: Int) -> LaneFrames { LaneFrames(start: memory.start + index * Self.capacity) }
    source = buffer(0)
    rightSource = buffer(1)
    modulator = buffer(2)
    restarts = buffer(3)
    left = buffer(4)
    right = buffer(5)
    center = buffer(6)
  }

  /// The same buffers with the right source as the source, for a group that is filtered together with another.
  public var beside: LaneBuffers {
    @_noLocks @_transparent get {
      var other = self
      other.source = rightSource
      return other
    }
  }

  /// Clears the first `count` frames of the sums. [audio-thread]
  ///
  /// - Parameter isCentred: whether only voices that are equal on both sides will be added.
  @_noLocks public func clearSums(_ count: Int, isCentred: Bool) {
    for frame in 0..<count { center[frame] = .zero }
    guard !isCentred else { return }
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
    }
  }

  /// Adds up the lanes of all groups, four frames at once. Frame by frame, this took a seventh of the time of a
  /// part with few voices. [audio-thread]
  @_noLocks public func mix(to sound: StereoSamples, isCentred: Bool) {
    let (left, right, count) = (sound.left, sound.right, sound.frameCount)
    var frame = 0
    while frame + 4 <= count {
      let middle = center.totals(from: frame)
      let sums =
        isCentred
        ? (middle, middle)
        : (middle + self.left.totals(from: frame), middle + self.right.totals(from: frame))
      for index in 0..<4 {
        left[frame + index] = sums.0[index]
        right[frame + index] = sums.1[index]
      }
      frame += 4
    }
    while frame < count {
      let middle = center[frame].total
      left[frame] = isCentred ? middle : middle + self.left[frame].total
      right[frame] = isCentred ? middle : middle + self.right[frame].total
      frame += 1
    }
  }
}

/// The frames of one of the buffers, in memory that `LaneBuffers` was given. A frame out of range traps.
public struct LaneFrames: BitwiseCopyable {
  @usableFromInline let start: UnsafeMutablePointer<Lanes>

  @inlinable public subscript(frame: Int) -> Lanes {
    @_noLocks @_transparent get {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: LaneBuffers.capacity))
      return start[frame]
    }
    @_noLocks @_transparent nonmutating set {
      precondition(UInt(bitPattern: frame) < UInt(bitPattern: LaneBuffers.capacity))
      start[frame] = newValue
    }
  }

  /// The sums over the lanes of four frames.
  @_noLocks @inline(__always) func totals(from frame: Int) -> SIMD4<Float> {
    Lanes.totals(self[frame], self[frame + 1], self[frame + 2], self[frame + 3])
  }
}

/// What the loops of an oscillator play in one call.
public struct OscillatorSpan: BitwiseCopyable {
  public let oscillator: OscillatorView
  public let parameters: VoiceParametersView
  /// The number of frames.
  public let count: Int
  public let buffers: LaneBuffers
  /// Whether the sides differ.
  public let isStereo: Bool
  /// Whether only lanes of one half sound, and whether that is the upper half.
  public let isHalf: Bool
  public let isUpper: Bool

  /// - Parameter occupied: one bit for each lane that sounds.
  @_noLocks @_transparent public init(
    _ oscillator: OscillatorView, _ parameters: VoiceParametersView,
    _ count: Int, _ buffers: LaneBuffers, isStereo: Bool, occupied: UInt8
  ) {
    self.oscillator = oscillator
    self.parameters = parameters
    self.count = count
    self.buffers = buffers
    self.isStereo = isStereo
    isUpper = occupied & 0x0F == 0
    isHalf = isUpper || occupied & 0xF0 == 0
  }
}

/// A step of a wave between two frames, whose correction is added to the samples after it.
public struct StepContext: BitwiseCopyable {
  /// The unison voice.
  public let voice: Int
  /// The frame before the step.
  public let frame: Int
  public let kernel: MinBLEPWeights

  @_noLocks @_transparent public init(voice: Int, frame: Int, kernel: MinBLEPWeights) {
    self.voice = voice
    self.frame = frame
    self.kernel = kernel
  }
}
