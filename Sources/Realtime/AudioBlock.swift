/// Stereo samples to fill, and their position in the stream. Valid only during the render call.
public struct AudioBlock: BitwiseCopyable {
  /// The two main outputs.
  public let main: StereoSamples
  /// The position of the first sample in the stream.
  public let firstFrame: Int64
  /// Turns the times of commands into frames of the stream.
  public let timeline: Timeline
  /// The input samples for the same frames; nil if there is no input.
  public var input: AudioInput?
  /// False while the sound card is disconnected. A program with its own timing, such as a score, must pause
  /// then. Played voices continue, because their keys are still held.
  public var isActive = true
  /// Outputs 3 and up, from index 0; nil for stereo.
  public var further: PlanarSamples?

  /// A block of the samples to fill, with the input beside them if there is one.
  @inlinable public init(
    _ main: StereoSamples, firstFrame: Int64, timeline: Timeline, input: AudioInput? = nil
  ) {
    self.main = main
    self.firstFrame = firstFrame
    self.timeline = timeline
    self.input = input
  }

  /// The first main output.
  @inlinable public var left: Samples { @_noLocks @_transparent get { main.left } }
  /// The second main output.
  @inlinable public var right: Samples { @_noLocks @_transparent get { main.right } }
  /// The number of frames to fill.
  @inlinable public var frameCount: Int { @_noLocks @_transparent get { main.frameCount } }

  /// The part of the block that begins at `offset`. [audio-thread]
  @_noLocks @inlinable public func slice(from offset: Int, count: Int) -> AudioBlock {
    var part = AudioBlock(
      main.slice(from: offset, count: count), firstFrame: firstFrame + Int64(offset), timeline: timeline,
      input: input.map { $0.slice(from: offset, count: count) })
    part.isActive = isActive
    part.further = further.map { $0.slice(from: offset, count: count) }
    return part
  }

  /// Writes zeros. [audio-thread]
  @_noLocks @inlinable public func silence() {
    left.fill(0)
    right.fill(0)
    silenceFurther()
  }

  /// Writes zeros to the outputs beyond the first two, for an engine that does not fill them. [audio-thread]
  @_noLocks @inlinable public func silenceFurther() {
    guard let further else { return }
    for output in 0..<further.channelCount { further[output].fill(0) }
  }
}

/// Input samples for the frames of a block. Several engines may read them at the same time.
public struct AudioInput: BitwiseCopyable {
  /// Two or more; a single channel of a device is used for both sides.
  public let channelCount: Int
  @usableFromInline let left: Samples
  @usableFromInline let right: Samples
  @usableFromInline let further: PlanarSamples?

  /// - Parameter channels: one or more; a single one is used for both sides.
  public init(_ channels: PlanarSamples) {
    let count = channels.channelCount
    self.init(
      channelCount: max(2, count), left: channels[0], right: channels[count > 1 ? 1 : 0],
      further: count > 2 ? channels.dropping(channels: 2) : nil)
  }

  @_noLocks @usableFromInline
  init(channelCount: Int, left: Samples, right: Samples, further: PlanarSamples?) {
    self.channelCount = channelCount
    self.left = left
    self.right = right
    self.further = further
  }

  /// The samples of a channel below `channelCount`; 0 is the left one. [audio-thread]
  @_noLocks public func samples(_ channel: Int) -> InputSamples {
    precondition(UInt(bitPattern: channel) < UInt(bitPattern: channelCount))
    guard channel > 1, let further else { return InputSamples(channel == 0 ? left : right) }
    return InputSamples(further[channel - 2])
  }

  @_noLocks @usableFromInline func slice(from frame: Int, count: Int) -> AudioInput {
    AudioInput(
      channelCount: channelCount, left: left.slice(from: frame, count: count),
      right: right.slice(from: frame, count: count),
      further: further.map { $0.slice(from: frame, count: count) })
  }
}

/// Memory for blocks of up to `capacity` frames.
public final class SampleBuffer: @unchecked Sendable {
  // Sendable because the addresses never change and only one thread at a time uses a buffer.
  /// The largest number of frames of a block in it.
  public let capacity: Int
  /// All channels, each with `capacity` frames.
  public let channels: PlanarSamples
  private let memory: FixedBuffer<Float>

  /// - Parameter channels: one or more; two or more for `block` and `right`.
  public init(capacity: Int, channels: Int = 2) {
    self.capacity = capacity
    memory = FixedBuffer(repeating: 0, count: channels * capacity)
    self.channels = PlanarSamples(
      start: memory.start, stride: capacity, channelCount: channels, frameCount: capacity)
  }

  /// The first channel.
  public var left: Samples { @_noLocks get { channels[0] } }
  /// The second channel.
  public var right: Samples { @_noLocks get { channels[1] } }

  /// The first `frameCount` frames of the first two channels.
  @_noLocks public func stereo(frameCount: Int) -> StereoSamples {
    StereoSamples(left: channels[0], right: channels[1]).slice(from: 0, count: frameCount)
  }

  /// A block of `frameCount` frames in this memory.
  public func block(frameCount: Int, firstFrame: Int64, timeline: Timeline) -> AudioBlock {
    var block = AudioBlock(stereo(frameCount: frameCount), firstFrame: firstFrame, timeline: timeline)
    if channels.channelCount > 2 {
      block.further = channels.dropping(channels: 2).slice(from: 0, count: frameCount)
    }
    return block
  }
}
