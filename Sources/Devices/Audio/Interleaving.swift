import Realtime

/// How frames of several channels lie one after another in a device's memory.
struct Interleaving: BitwiseCopyable, Sendable {
  let format: SampleFormat
  let channels: Int

  var bytesPerFrame: Int { @_noLocks get { format.bytes * channels } }

  /// Writes a stereo block: mixed to one channel, or to the first two of many. [audio-thread]
  @_noLocks func store(_ block: AudioBlock, at place: UnsafeMutableRawPointer) {
    var next = place
    for frame in 0..<block.frameCount {
      store(block.left[frame], block.right[frame], at: next)
      next += bytesPerFrame
    }
  }

  /// The first two channels of a frame; one channel is heard on both sides.
  func load(_ place: UnsafeRawPointer) -> SIMD2<Float> {
    let left = format.load(place)
    return SIMD2(left, channels > 1 ? format.load(place + format.bytes) : left)
  }

  @_noLocks private func store(_ left: Float, _ right: Float, at place: UnsafeMutableRawPointer) {
    guard channels > 1 else { return format.store(0.5 * (left + right), at: place) }
    format.store(left, at: place)
    format.store(right, at: place + format.bytes)
    for channel in 2..<max(2, channels) { format.store(0, at: place + channel * format.bytes) }
  }
}
