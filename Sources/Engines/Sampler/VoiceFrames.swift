import SpinetDSP
import SpinetRealtime

/// What eight voices read in a control step: the frames of each lie side by side, those of the left before those of the
/// right.
struct VoiceFrames: ~Copyable {
  private let memory: FixedBuffer<Float>
  /// What a second head reads in a crossfade.
  private let spare: FixedBuffer<Float>
  private let capacity: Int

  /// - Parameter capacity: the frames of a voice, a multiple of eight.
  init(capacity: Int) {
    self.capacity = capacity
    memory = FixedBuffer(repeating: 0, count: 2 * 8 * capacity)
    spare = FixedBuffer(repeating: 0, count: 2 * capacity)
  }

  /// Writes a sample of a lane. [audio-thread]
  @_noLocks func put(_ sample: (Float, Float), frame: Int, lane: Int) {
    let (left, right) = addresses(from: frame, count: 1, lane: lane)
    (left.pointee, right.pointee) = sample
  }

  /// Where each side of a lane is at a frame, if `count` frames fit. [audio-thread]
  @_noLocks func addresses(
    from frame: Int, count: Int, lane: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    precondition(frame >= 0 && count >= 0 && frame + count <= capacity && UInt(bitPattern: lane) < 8)
    let left = memory.start + (lane * capacity + frame)
    return (left, left + 8 * capacity)
  }

  /// Room for `count` frames of both sides, which belong to no lane. [audio-thread]
  @_noLocks func leaving(
    _ count: Int
  ) -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    precondition(count >= 0 && count <= capacity)
    return (spare.start, spare.start + capacity)
  }

  /// Writes what all lanes have at each frame. [audio-thread]
  @_noLocks func turn(
    _ count: Int, into lanes: borrowing StereoLaneBuffer, isStereo: Bool, _ kernel: SampleKernel
  ) {
    for frame in stride(from: 0, to: count, by: 8) {
      let (left, right) = addresses(from: frame, count: 8, lane: 0)
      kernel.turn(left, stride: capacity, into: lanes.floats(lanes.left, frame), toStride: 8)
      guard isStereo else { continue }
      kernel.turn(right, stride: capacity, into: lanes.floats(lanes.right, frame), toStride: 8)
    }
  }

  /// Takes back what all lanes have at each frame. [audio-thread]
  @_noLocks func takeBack(
    _ count: Int, from lanes: borrowing StereoLaneBuffer, isStereo: Bool, _ kernel: SampleKernel
  ) {
    for frame in stride(from: 0, to: count, by: 8) {
      let (left, right) = addresses(from: frame, count: 8, lane: 0)
      kernel.turn(lanes.floats(lanes.left, frame), stride: 8, into: left, toStride: capacity)
      guard isStereo else { continue }
      kernel.turn(lanes.floats(lanes.right, frame), stride: 8, into: right, toStride: capacity)
    }
  }
}

/// What voices add up to.
struct StereoSums: ~Copyable {
  let left: FixedBuffer<Float>
  let right: FixedBuffer<Float>

  /// - Parameter capacity: in frames, a multiple of eight.
  init(capacity: Int) {
    left = FixedBuffer(repeating: 0, count: capacity)
    right = FixedBuffer(repeating: 0, count: capacity)
  }

  /// [audio-thread]
  @_noLocks func clear() {
    for frame in 0..<left.count { left[frame] = 0 }
    for frame in 0..<right.count { right[frame] = 0 }
  }
}
