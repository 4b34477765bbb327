import SpinetEngine
import SpinetRealtime

/// The sound of a process, some frames after it was asked for. What is not there is silence, which begins and ends
/// without a click. [audio-thread]
struct DelayedSound: ~Copyable {
  private let samples: UnsafeMutablePointer<Float>
  private let channelCount: Int
  private let capacity: Int
  /// How much later it is heard, in frames.
  let delay: Int
  /// The number of the next frame that is asked for.
  private(set) var position = 0
  /// The frames that were never requested, because the process was late.
  private var skippedFrom = 0
  private var skippedTo = 0
  /// Whether it is silent because something is not there.
  private var isTorn = false
  private var last: (left: Float, right: Float) = (0, 0)

  /// In frames, within one block: 1.3 ms at 48 kHz.
  private static var longestFade: Int { @_noLocks get { 64 } }

  init(_ stream: SharedStream) {
    samples = stream.outputs
    channelCount = stream.format.outputCount
    capacity = stream.frameCapacity
    delay = stream.format.delay
  }

  /// Notes that the next frames will be missing.
  @_noLocks mutating func skip(_ count: Int) {
    if skippedTo < position - 2 * delay || skippedTo == skippedFrom { skippedFrom = position }
    skippedTo = position + count
  }

  /// Fills a block and moves on. Returns how many of its samples were silenced, because they were not numbers or far too
  /// loud.
  /// - Parameter done: the frame after the last one that was computed.
  @_noLocks mutating func play(_ block: AudioBlock, doneThrough done: Int) -> Int {
    let start = position - delay
    let end = start + block.frameCount
    position += block.frameCount
    let isThere = start >= 0 && end <= done && (end <= skippedFrom || start >= skippedTo)
    guard isThere else {
      if start < 0 { block.silence() } else { fadeOut(block) }
      return 0
    }
    var wrong = 0
    for channel in 0..<(2 + (block.further?.channelCount ?? 0)) {
      let target = channel == 0 ? block.left : channel == 1 ? block.right : block.further?[channel - 2]
      if let target { wrong += copy(channel, from: start, to: target) }
    }
    if isTorn { fadeIn(block) }
    isTorn = false
    last = (block.left[block.frameCount - 1], block.right[block.frameCount - 1])
    return wrong
  }

  @_noLocks private func copy(_ channel: Int, from start: Int, to target: Samples) -> Int {
    guard channel < channelCount else {
      target.fill(0)
      return 0
    }
    var wrong = 0
    for frame in 0..<target.count {
      let sample = samples[channel * capacity + ((start + frame) & (capacity - 1))]
      let isSound = abs(sample) < 1e6
      target[frame] = isSound ? sample : 0
      if !isSound { wrong += 1 }
    }
    return wrong
  }

  @_noLocks mutating func fadeOut(_ block: AudioBlock) {
    block.silence()
    guard !isTorn else { return }
    isTorn = true
    let length = min(Self.longestFade, block.frameCount)
    for frame in 0..<length {
      let gain = 1 - Float(frame + 1) / Float(length)
      block.left[frame] = last.left * gain
      block.right[frame] = last.right * gain
    }
  }

  @_noLocks private func fadeIn(_ block: AudioBlock) {
    let length = min(Self.longestFade, block.frameCount)
    for frame in 0..<length {
      let gain = Float(frame + 1) / Float(length)
      block.left[frame] *= gain
      block.right[frame] *= gain
    }
  }
}
