/// A stretch of stereo samples to be filled: two planes of floats and their place in the stream.
public struct AudioBlock: BitwiseCopyable {
  // Pointers, because a span cannot be stored without experimental lifetimes; they never outlive the
  // render call that receives the block.
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>
  public let frameCount: Int
  /// The stream position of the first sample.
  public let firstFrame: Int64
  public let timeline: Timeline
  /// What came in at the same time; nil: nothing comes in.
  public var input: StereoInput?
  /// False while the card is away: a program with a time of its own, such as a score, stands still then, and
  /// goes on where it was. Voices that are played go on, as the keys do that hold them.
  public var isHeard = true

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

  /// The part from `offset` on, `count` frames long. [audio-thread]
  @_noLocks @inlinable public func slice(from offset: Int, count: Int) -> AudioBlock {
    var part = AudioBlock(
      left: left + offset, right: right + offset, frameCount: count, firstFrame: firstFrame + Int64(offset),
      timeline: timeline, input: input.map { $0.advanced(by: offset) })
    part.isHeard = isHeard
    return part
  }

  /// Writes zeros. [audio-thread]
  @_noLocks @inlinable public func silence() {
    for frame in 0..<frameCount {
      left[frame] = 0
      right[frame] = 0
    }
  }
}
