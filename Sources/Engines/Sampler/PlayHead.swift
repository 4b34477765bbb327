import SpinetDSP
import SpinetVoices

/// What the heads of all voices read, and the loop that they play.
struct PlayHeadSource: BitwiseCopyable {
  let frames: SampleFrames
  let weights: SincWeights
  let kernel: SampleKernel
  var loop = LoopRegion()
  /// What is read instead of `frames`, for a recording that comes from the disk. It is never looped.
  var window: StreamWindow?
  /// The length of a crossfade at a jump: 5 ms, in frames of the stream.
  let fadeFrames: Int64

  init(
    frames: SampleFrames, weights: SincWeights, kernel: SampleKernel = SampleKernel(),
    framesPerSecond: Double
  ) {
    self.frames = frames
    self.weights = weights
    self.kernel = kernel
    fadeFrames = Int64(max(1, 0.005 * framesPerSecond))
  }
}

/// A source that outlives the pointer. A copy of it for each run took a tenth of a voice's time.
typealias SourcePointer = UnsafePointer<PlayHeadSource>

/// The position of a voice in the sample. Positions and steps are fixed-point numbers with 32 fraction bits.
///
/// At a jump (the end of a loop, a new start, the end of the sample) a second head continues from the old position
/// and fades out, so that nothing clicks. At the ends of the sample the second head turns around.
struct PlayHead: BitwiseCopyable {
  private(set) var position: Int64 = 0
  /// Frames of the sample per frame of the stream; negative plays backwards.
  var step: Int64 = 0
  private(set) var isMoving = false
  /// How often the loop has begun again.
  private var turns = 0
  /// The position of the second head.
  private(set) var tail: Int64 = 0
  private var isTailMirrored = false
  private(set) var fadeRest: Int64 = 0
  private var fadeShare: Float = 0
  /// The mip level: 0 is the recording, and each further one has an octave less of its spectrum.
  private(set) var level = 0
  /// A loop of less than 10 ms is a waveform, whose seam belongs to its sound.
  private(set) var isWaveform = false

  @_noLocks init() {}

  /// Whether the loop has been played once.
  var hasTurned: Bool { @_noLocks @inline(__always) get { turns > 0 } }

  /// Whether it goes round in the loop of a source, or will.
  @_noLocks @inline(__always) func isLooping(_ source: SourcePointer) -> Bool {
    source.pointee.loop.isOn && turns < source.pointee.loop.turns
  }

  /// Whether the end was reached and the fade is over.
  var isOver: Bool { @_noLocks @inline(__always) get { !isMoving && fadeRest == 0 } }

  /// Whether it moves and no second head fades out.
  var isPlain: Bool { @_noLocks @inline(__always) get { isMoving && fadeRest == 0 } }

  /// Starts from silence. [audio-thread]
  @_noLocks mutating func begin(at frame: Int64) {
    position = frame << 32
    isMoving = true
    turns = 0
    fadeRest = 0
  }

  /// Jumps to another frame with a crossfade. [audio-thread]
  @_noLocks mutating func restart(at frame: Int64, _ source: SourcePointer) {
    if isMoving { startFade(source.pointee.fadeFrames) }
    position = frame << 32
    isMoving = true
    turns = 0
  }

  /// Jumps into the loop if the head is outside. Waits until a fade in progress is complete. [audio-thread]
  @_noLocks mutating func enter(_ source: SourcePointer) {
    let frame = position >> 32
    guard fadeRest == 0, frame < source.pointee.loop.start || frame >= source.pointee.loop.end else { return }
    restart(at: source.pointee.loop.start, source)
  }

  /// Writes frames of a lane, up to frame `count`. [audio-thread]
  @_noLocks mutating func read(
    from first: Int = 0, to count: Int, _ source: SourcePointer, into frames: borrowing VoiceFrames,
    lane: Int
  ) {
    chooseLevel(source)
    var frame = first
    while frame < count {
      let run = framesInRun(source, atMost: count - frame)
      if run > 0 {
        let (left, right) = frames.addresses(from: frame, count: run, lane: lane)
        source.pointee.kernel.read(self.run(source), run, left: left, right: right)
        position += Int64(run) * step
        frame += run
        continue
      }
      let faded = framesInFade(source, atMost: count - frame)
      if faded > 0 {
        readFade(source, faded, into: frames, from: frame, lane: lane)
        frame += faded
      } else {
        frames.put(next(source), frame: frame, lane: lane)
        frame += 1
      }
    }
  }

  /// Frames of a crossfade, in which neither head meets an end.
  @_noLocks private mutating func readFade(
    _ source: SourcePointer, _ count: Int, into frames: borrowing VoiceFrames, from frame: Int, lane: Int
  ) {
    let (left, right) = frames.addresses(from: frame, count: count, lane: lane)
    let leaving = frames.leaving(count)
    source.pointee.kernel.read(run(source), count, left: left, right: right)
    source.pointee.kernel.read(leavingRun(source), count, left: leaving.left, right: leaving.right)
    for index in 0..<count {
      let share = Float(fadeRest) * fadeShare
      left[index] += (leaving.left[index] - left[index]) * share
      if source.pointee.frames.isStereo { right[index] += (leaving.right[index] - right[index]) * share }
      fadeRest -= 1
    }
    position += Int64(count) * step
    tail += Int64(count) * tailStep
  }

  /// The step of the second head.
  var tailStep: Int64 { @_noLocks @inline(__always) get { isTailMirrored ? -step : step } }

  /// One frame, which may be a jump or part of a crossfade.
  @_noLocks private mutating func next(_ source: SourcePointer) -> (Float, Float) {
    if isMoving, isPastEnd(source) { turn(source) }
    var sample = isMoving ? value(source) : (0, 0)
    if fadeRest > 0 { fade(&sample, source) }
    position += step
    return sample
  }

  /// Above a step of 1.4 a higher mip level is read; below it, the recording keeps its full bandwidth. A
  /// waveform always reads the recording, because mip levels do not contain the other end of the loop.
  @_noLocks @inline(__always) private mutating func chooseLevel(_ source: SourcePointer) {
    isWaveform = isLooping(source) && isShort(source)
    level = 0
    guard !isWaveform, source.pointee.window == nil else { return }
    while level < SampleFrames.highestLevel, abs(step) >> level > 6_074_000_999 { level += 1 }
  }

  /// Whether the loop is shorter than two crossfades. A product is quicker than a division.
  @_noLocks @inline(__always) private func isShort(_ source: SourcePointer) -> Bool {
    let loop = source.pointee.loop
    return (loop.end - loop.start) << 32 < 2 * source.pointee.fadeFrames * max(1, abs(step))
  }

  /// The length of the loop in frames of the stream.
  @_noLocks private func period(_ source: SourcePointer) -> Int64 {
    ((source.pointee.loop.end - source.pointee.loop.start) << 32) / max(1, abs(step))
  }

  @_noLocks @inline(__always) private func isPastEnd(_ source: SourcePointer) -> Bool {
    if step >= 0 {
      return position >> 32
        >= (isLooping(source) ? source.pointee.loop.end : Int64(source.pointee.frames.count))
    }
    return position >> 32 < (isLooping(source) ? source.pointee.loop.start : 0)
  }

  /// At an end, stops or jumps to the other end of the loop.
  @_noLocks private mutating func turn(_ source: SourcePointer) {
    guard isLooping(source) else {
      // A crossfade that is in progress is completed first.
      guard fadeRest == 0 else { return }
      startFade(source.pointee.fadeFrames)
      isMoving = false
      return
    }
    let length = (source.pointee.loop.end - source.pointee.loop.start) << 32
    let speed = max(1, abs(step))
    let overshoot =
      step >= 0 ? position - (source.pointee.loop.end << 32) : (source.pointee.loop.start << 32) - position
    if fadeRest > 0 {
      guard isWaveform else { return }
    } else {
      // With a large overshoot the loop was moved away from the head; otherwise the head reached the seam.
      let longest =
        overshoot > speed ? source.pointee.fadeFrames : (period(source) - 2 * source.pointee.fadeFrames) / 2
      startFade(min(source.pointee.fadeFrames, longest))
    }
    if step >= 0 {
      position = (source.pointee.loop.start << 32) + overshoot % length
    } else {
      position = (source.pointee.loop.end << 32) - max(1, overshoot % length)
    }
    turns &+= 1
  }

  @_noLocks private mutating func startFade(_ frames: Int64) {
    guard frames > 0 else { return }
    tail = position
    isTailMirrored = false
    fadeRest = frames
    fadeShare = 1 / Float(frames)
  }

  @_noLocks private mutating func fade(_ sample: inout (Float, Float), _ source: SourcePointer) {
    let share = Float(fadeRest) * fadeShare
    let last = Int64(source.pointee.frames.count - 1) << 32
    if tail < 0 || tail > last {
      tail = min(max(tail, 0), last)
      isTailMirrored.toggle()
    }
    let leaving = value(at: tail, source)
    sample.0 = sample.0 + (leaving.0 - sample.0) * share
    sample.1 = sample.1 + (leaving.1 - sample.1) * share
    tail += tailStep
    fadeRest -= 1
  }

  @_noLocks @inline(__always) private func value(_ source: SourcePointer) -> (Float, Float) {
    guard isWaveform else { return value(at: position, source) }
    let frame = position >> 32
    let reach = Int64(SincWeights.reach)
    let isInside = frame >= source.pointee.loop.start && frame < source.pointee.loop.end
    let isAtSeam =
      frame + reach >= source.pointee.loop.end || (hasTurned && frame - reach < source.pointee.loop.start)
    return isInside && isAtSeam ? valueAround(source) : value(at: position, source)
  }

  @_noLocks @inline(__always)
  private func value(at position: Int64, _ source: SourcePointer) -> (Float, Float) {
    if let window = source.pointee.window {
      let frame = min(max(Int(position >> 32), 0), source.pointee.frames.count - 1)
      let weights = source.pointee.weights.at(UInt32(truncatingIfNeeded: position))
      return window.value(
        after: frame, source.pointee.weights, weights, isStereo: source.pointee.frames.isStereo)
    }
    let samples = source.pointee.frames.level(level)
    let position = position >> level
    let frame = min(max(Int(position >> 32), 0), samples.left.last)
    let weights = source.pointee.weights.at(UInt32(truncatingIfNeeded: position))
    let left = source.pointee.weights.value(after: samples.left.address(of: frame), weights)
    guard source.pointee.frames.isStereo else { return (left, left) }
    return (left, source.pointee.weights.value(after: samples.right.address(of: frame), weights))
  }

  /// In a waveform, reading past the loop's end continues at its start.
  @_noLocks private func valueAround(_ source: SourcePointer) -> (Float, Float) {
    let weights = source.pointee.weights.at(UInt32(truncatingIfNeeded: position))
    let first = Int(position >> 32) - SincWeights.reach + 1
    let samples = source.pointee.frames.level(0)
    var sum: (Float, Float) = (0, 0)
    for tap in 0..<SincWeights.tapCount {
      let weight = tap < 8 ? weights.before[tap] : weights.after[tap - 8]
      let frame = wrapped(first + tap, source.pointee.loop)
      sum.0 += samples.left.value(at: frame) * weight
      sum.1 += samples.right.value(at: frame) * weight
    }
    return sum
  }

  @_noLocks @inline(__always) private func wrapped(_ frame: Int, _ loop: LoopRegion) -> Int {
    let length = Int(loop.end - loop.start)
    let from = frame - Int(loop.start)
    if from >= length { return Int(loop.start) + from % length }
    if from < 0, hasTurned { return Int(loop.end) - 1 - (-from - 1) % length }
    return frame
  }
}

/// The frames of a sample that a voice repeats.
struct LoopRegion: BitwiseCopyable {
  var isOn = false
  var start: Int64 = 0
  var end: Int64 = 1
  /// How often it begins again. Afterwards the head goes on to the sample's end.
  var turns = Int.max

  /// The shortest loop, in frames. It plays at 6 kHz at a rate of 48 kHz.
  static var shortest: Int64 { @_noLocks get { 8 } }

  @_noLocks init() {}

  /// - Parameters:
  ///   - start, end: fractions of the sample, in any order.
  @_noLocks init(isOn: Bool, start: Double, end: Double, frameCount: Int) {
    let count = Double(frameCount)
    let first = Int64(min(start, end) * count + 0.5)
    let last = Int64(max(start, end) * count + 0.5)
    self.end = min(max(last, first + Self.shortest), Int64(frameCount))
    self.start = max(min(first, self.end - Self.shortest), 0)
    self.isOn = isOn
  }
}
