/// Memory for stereo blocks of up to `capacity` frames.
public final class SampleBuffer: @unchecked Sendable {
  // Sendable because the addresses never change and only one thread at a time uses a buffer.
  public let capacity: Int
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>

  public init(capacity: Int) {
    self.capacity = capacity
    left = .allocate(capacity: 2 * capacity)
    left.initialize(repeating: 0, count: 2 * capacity)
    right = left + capacity
  }

  deinit { left.deallocate() }

  /// A block of `frameCount` frames in this memory.
  public func block(frameCount: Int, firstFrame: Int64, timeline: Timeline) -> AudioBlock {
    precondition(frameCount <= capacity)
    return AudioBlock(
      left: left, right: right, frameCount: frameCount, firstFrame: firstFrame, timeline: timeline)
  }
}
