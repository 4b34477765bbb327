/// Stereo samples to fill: a buffer for each side, and the position in the stream.
public struct AudioBlock: BitwiseCopyable {
  // Pointers, because storing a span needs experimental lifetimes. They are valid only during the render
  // call.
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>
  public let frameCount: Int
  /// The position of the first sample in the stream.
  public let firstFrame: Int64
  public let timeline: Timeline
  /// The input samples for the same frames; nil if there is no input.
  public var input: StereoInput?
  /// False while the sound card is disconnected. A program with its own timing, such as a score, must pause
  /// then. Played voices continue, because their keys are still held.
  public var isHeard = true
  /// Outputs 3 and up; nil for stereo.
  public var further: FurtherOutputs?

  @inlinable public init(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int, firstFrame: Int64,
    timeline: Timeline, input: StereoInput? = nil
  ) {
    self.input = input
    self.left = left
    self.right = right
    self.frameCount = frameCount
    self.firstFrame = firstFrame
    self.timeline = timeline
  }

  /// The part of the block that begins at `offset`. [audio-thread]
  @_noLocks @inlinable public func slice(from offset: Int, count: Int) -> AudioBlock {
    var part = AudioBlock(
      left: left + offset, right: right + offset, frameCount: count, firstFrame: firstFrame + Int64(offset),
      timeline: timeline, input: input.map { $0.advanced(by: offset) })
    part.isHeard = isHeard
    part.further = further.map { $0.advanced(by: offset) }
    return part
  }

  /// Writes zeros. [audio-thread]
  @_noLocks @inlinable public func silence() {
    for frame in 0..<frameCount {
      left[frame] = 0
      right[frame] = 0
    }
    further?.silence(frameCount)
  }
}

/// The outputs of a block beyond the left and the right one.
public struct FurtherOutputs: BitwiseCopyable {
  public let count: Int
  private let start: UnsafeMutablePointer<Float>
  /// Samples from one output to the next.
  private let stride: Int

  /// - Parameter start: the samples of the third output; the next output starts `stride` samples later.
  public init(start: UnsafeMutablePointer<Float>, stride: Int, count: Int) {
    self.start = start
    self.stride = stride
    self.count = count
  }

  /// The samples of an output; 0 is the third one. [audio-thread]
  @_noLocks public func samples(_ output: Int) -> UnsafeMutablePointer<Float> { start + output * stride }

  @_noLocks @usableFromInline func advanced(by frames: Int) -> FurtherOutputs {
    FurtherOutputs(start: start + frames, stride: stride, count: count)
  }

  @_noLocks @usableFromInline func silence(_ frames: Int) {
    for output in 0..<count {
      let samples = samples(output)
      for frame in 0..<frames { samples[frame] = 0 }
    }
  }
}

/// Input samples, as many as the frames of the block that they belong to.
public struct StereoInput: BitwiseCopyable {
  public let left: UnsafePointer<Float>
  public let right: UnsafePointer<Float>

  @inlinable public init(left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    self.left = left
    self.right = right
  }

  @_noLocks @inlinable func advanced(by frames: Int) -> StereoInput {
    StereoInput(left: left + frames, right: right + frames)
  }
}

/// Memory for blocks of up to `capacity` frames.
public final class SampleBuffer: @unchecked Sendable {
  // Sendable because the addresses never change and only one thread at a time uses a buffer.
  public let capacity: Int
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>
  private let outputCount: Int
  private let memory: FixedBuffer<Float>

  /// - Parameter outputs: two or more.
  public init(capacity: Int, outputs: Int = 2) {
    self.capacity = capacity
    outputCount = outputs
    memory = FixedBuffer(repeating: 0, count: outputs * capacity)
    left = memory.start
    right = left + capacity
  }

  /// A block of `frameCount` frames in this memory.
  public func block(frameCount: Int, firstFrame: Int64, timeline: Timeline) -> AudioBlock {
    precondition(frameCount <= capacity)
    var block = AudioBlock(
      left: left, right: right, frameCount: frameCount, firstFrame: firstFrame, timeline: timeline)
    if outputCount > 2 {
      block.further = FurtherOutputs(start: right + capacity, stride: capacity, count: outputCount - 2)
    }
    return block
  }
}
