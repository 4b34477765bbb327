import SpinetDSP
import SpinetRealtime

/// Buffers for up to one control step: eight voices between oscillators and filter, and the sums of all groups.
public struct LaneBuffers: BitwiseCopyable {
  /// The frames in a control step, the longest span.
  public static var capacity: Int { @_noLocks @inlinable get { 32 } }
  private static var count: Int { 7 }

  /// The oscillators' output, or its left side.
  public var source: UnsafeMutablePointer<Lanes>
  /// The right side, if the sides differ before the filter.
  public let rightSource: UnsafeMutablePointer<Lanes>
  /// The first voice of the first oscillator, which modulates the second one.
  public let modulator: UnsafeMutablePointer<Lanes>
  /// The time from each frame to a restart of that voice's cycle, in frames; 0 if it does not restart.
  public let restarts: UnsafeMutablePointer<Lanes>
  public let left: UnsafeMutablePointer<Lanes>
  public let right: UnsafeMutablePointer<Lanes>
  /// The sum of the voices that are equal on both sides.
  public let center: UnsafeMutablePointer<Lanes>

  public static func makeMemory() -> FixedBuffer<Lanes> {
    FixedBuffer(repeating: .zero, count: count * capacity)
  }

  /// - Parameter memory: from `makeMemory`; must outlive this.
  public init(_ memory: borrowing FixedBuffer<Lanes>) {
    source = memory.start
    rightSource = source + Self.capacity
    modulator = source + 2 * Self.capacity
    restarts = source + 3 * Self.capacity
    left = source + 4 * Self.capacity
    right = source + 5 * Self.capacity
    center = source + 6 * Self.capacity
  }

  /// The same buffers with the right source as the source, for a group that is filtered together with another.
  public var beside: LaneBuffers {
    @_noLocks @_transparent get {
      var other = self
      other.source = rightSource
      return other
    }
  }

  /// - Parameter isCentred: whether only voices that are equal on both sides will be added. [audio-thread]
  @_noLocks public func clearSums(_ count: Int, isCentred: Bool) {
    for frame in 0..<count { center[frame] = .zero }
    guard !isCentred else { return }
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
    }
  }

  /// Adds up the lanes of all groups, four frames at once. One frame after the other took a seventh of the time of a
  /// part with few voices. [audio-thread]
  @_noLocks public func mix(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, isCentred: Bool
  ) {
    var frame = 0
    while frame + 4 <= count {
      let middle = Self.totals(center + frame)
      let sums =
        isCentred
        ? (middle, middle)
        : (middle + Self.totals(self.left + frame), middle + Self.totals(self.right + frame))
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

  @_noLocks @inline(__always) private static func totals(_ frames: UnsafePointer<Lanes>) -> SIMD4<Float> {
    Lanes.totals(frames[0], frames[1], frames[2], frames[3])
  }
}

/// What the loops of an oscillator play in one call.
public struct OscillatorSpan: BitwiseCopyable {
  public let oscillator: UnsafePointer<OscillatorParameters>
  public let parameters: UnsafePointer<SynthVoiceParameters>
  /// The number of frames.
  public let count: Int
  public let buffers: LaneBuffers
  /// Whether the sides differ.
  public let isStereo: Bool
  /// Whether no more than the lanes of one half sound, and whether those are the upper ones.
  public let isHalf: Bool
  public let isUpper: Bool

  /// - Parameter occupied: one bit for each lane that sounds.
  @_noLocks @_transparent public init(
    _ oscillator: UnsafePointer<OscillatorParameters>, _ parameters: UnsafePointer<SynthVoiceParameters>,
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
