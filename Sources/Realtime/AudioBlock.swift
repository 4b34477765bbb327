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
  public var input: AudioInput?
  /// False while the sound card is disconnected. A program with its own timing, such as a score, must pause
  /// then. Played voices continue, because their keys are still held.
  public var isHeard = true
  /// Outputs 3 and up; nil for stereo.
  public var further: FurtherOutputs?

  @inlinable public init(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int, firstFrame: Int64,
    timeline: Timeline, input: AudioInput? = nil
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
    silenceFurther()
  }

  /// Writes zeros to the outputs beyond the first two, for an engine that does not know them. [audio-thread]
  @_noLocks @inlinable public func silenceFurther() { further?.silence(frameCount) }
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
public struct AudioInput: BitwiseCopyable {
  /// Two or more.
  public let channelCount: Int
  public let left: UnsafePointer<Float>
  public let right: UnsafePointer<Float>
  /// The samples of the third channel. The next channel starts `stride` samples later.
  private let further: UnsafePointer<Float>
  private let stride: Int

  public init(left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    self.init(channelCount: 2, left: left, right: right, further: left, stride: 0)
  }

  /// - Parameters:
  ///   - start: the samples of the first channel; the next channel starts `stride` samples later.
  ///   - channels: a single one is used for both sides.
  public init(start: UnsafePointer<Float>, stride: Int, channels: Int) {
    self.init(
      channelCount: max(2, channels), left: start, right: channels > 1 ? start + stride : start,
      further: start + 2 * stride, stride: stride)
  }

  @_noLocks private init(
    channelCount: Int, left: UnsafePointer<Float>, right: UnsafePointer<Float>, further: UnsafePointer<Float>,
    stride: Int
  ) {
    self.channelCount = channelCount
    self.left = left
    self.right = right
    self.further = further
    self.stride = stride
  }

  /// The samples of a channel; 0 is the left one. [audio-thread]
  @_noLocks public func samples(_ channel: Int) -> UnsafePointer<Float> {
    switch channel {
    case 0: left
    case 1: right
    default: further + (channel - 2) * stride
    }
  }

  @_noLocks @usableFromInline func advanced(by frames: Int) -> AudioInput {
    AudioInput(
      channelCount: channelCount, left: left + frames, right: right + frames, further: further + frames,
      stride: stride)
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
