import SpinetDSP
import SpinetRealtime

/// The room of a mix. The parts whose reverb has the same settings share it, because one room that hears all of them gives
/// what a room for each would give together.
///
/// It rests when nothing is heard of it. [audio-thread]
struct Room: ~Copyable {
  private var reverb: Reverb
  /// The memory of the next two.
  private let buffer: SampleBuffer
  private let heard: Samples
  private let answered: StereoSamples
  private var hasInput = false
  private var quietFrames: Int
  /// Longer than the time between two echoes of it.
  private let framesUntilResting: Int
  /// Frames of the stream between two steps of its slow movement.
  private static var stepFrames: Int { @_noLocks get { 64 } }
  private static var settings: Reverb.Settings {
    @_noLocks get { Reverb.Settings(mix: 1, size: 0.5, damping: 0.5) }
  }

  init(framesPerSecond: Double, largestBlock: Int) {
    reverb = Reverb(framesPerSecond: framesPerSecond)
    reverb.restart(Self.settings)
    buffer = SampleBuffer(capacity: largestBlock, channels: 3)
    heard = buffer.channels[2]
    answered = buffer.stereo(frameCount: largestBlock)
    framesUntilResting = Int(0.5 * framesPerSecond)
    quietFrames = framesUntilResting + 1
  }

  /// Whether nothing is heard of it.
  var isResting: Bool { @_noLocks get { quietFrames > framesUntilResting } }

  /// Adds what a part sends in a block.
  @_noLocks mutating func take(_ send: Samples) {
    let input = heard.slice(from: 0, count: send.count)
    if hasInput { input.add(send) } else { input.copy(from: send) }
    hasInput = true
  }

  /// Adds its answer to what it has heard since the last block.
  @_noLocks mutating func add(to block: AudioBlock) {
    let input = heard.slice(from: 0, count: block.frameCount)
    let wasResting = isResting
    if !hasInput { input.fill(0) } else if input.peak > 0 { quietFrames = 0 }
    hasInput = false
    guard !isResting else { return }
    let answer = answered.slice(from: 0, count: block.frameCount)
    answer.left.fill(0)
    answer.right.fill(0)
    var (done, isWaking) = (0, wasResting)
    while done < block.frameCount {
      let into = Int((block.firstFrame + Int64(done)) & Int64(Self.stepFrames - 1))
      if into == 0 || isWaking {
        reverb.follow(
          Self.settings, from: block.firstFrame + Int64(done - into), frames: Self.stepFrames, done: into)
      }
      isWaking = false
      let count = min(Self.stepFrames - into, block.frameCount - done)
      reverb.answer(input.slice(from: done, count: count), into: answer.slice(from: done, count: count))
      done += count
    }
    // −96 dBFS counts as silence.
    quietFrames = answer.peak < 1.6e-5 ? quietFrames + block.frameCount : 0
    block.left.add(answer.left)
    block.right.add(answer.right)
  }
}
