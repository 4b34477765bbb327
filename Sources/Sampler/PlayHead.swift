import DSP

/// What every voice's head reads, and by what rule it turns.
struct SamplePath: BitwiseCopyable {
  let frames: SampleFrames
  let weights: SincWeights
  var loop = LoopRegion()
  /// Frames of the stream in which what a head leaves behind fades into where it goes on: 5 ms.
  let fadeFrames: Int64

  init(frames: SampleFrames, weights: SincWeights, framesPerSecond: Double) {
    self.frames = frames
    self.weights = weights
    fadeFrames = Int64(max(1, 0.005 * framesPerSecond))
  }
}

/// One voice's place in the sample. Places and steps count in 2⁻³² frames.
///
/// Wherever it jumps, at a loop's seam, to a new start or off the end, a second head goes on where it was
/// and fades, so that nothing clicks. Past an end of the sample that one comes back as in a mirror.
struct PlayHead: BitwiseCopyable {
  private(set) var place: Int64 = 0
  /// Frames of the sample a frame of the stream; below zero it plays backwards.
  var step: Int64 = 0
  private var isMoving = false
  private var hasTurned = false
  private var tail: Int64 = 0
  private var isTailMirrored = false
  private var fadeRest: Int64 = 0
  private var fadeShare: Float = 0

  /// Nothing more is to be heard.
  var isOver: Bool { @_noLocks get { !isMoving && fadeRest == 0 } }

  /// From silence. [audio-thread]
  @_noLocks mutating func begin(at frame: Int64) {
    place = frame << 32
    isMoving = true
    hasTurned = false
    fadeRest = 0
  }

  /// From wherever it is. [audio-thread]
  @_noLocks mutating func restart(at frame: Int64, _ path: SamplePath) {
    if isMoving { leave(fading: path.fadeFrames) }
    place = frame << 32
    isMoving = true
    hasTurned = false
  }

  /// Writes one lane's samples to every eighth place. [audio-thread]
  @_noLocks mutating func read(
    _ count: Int, _ path: SamplePath, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    for frame in 0..<count {
      if isMoving, isBeyond(path) { turn(path) }
      var sample = isMoving ? value(path) : (0, 0)
      if fadeRest > 0 { fade(&sample, path) }
      left[8 * frame] = sample.0
      right[8 * frame] = sample.1
      place += step
    }
  }

  @_noLocks @inline(__always) private func isBeyond(_ path: SamplePath) -> Bool {
    if step >= 0 { return place >> 32 >= (path.loop.isOn ? path.loop.end : Int64(path.frames.count)) }
    return place >> 32 < (path.loop.isOn ? path.loop.start : 0)
  }

  /// At an end: off it, or round the loop.
  @_noLocks private mutating func turn(_ path: SamplePath) {
    guard path.loop.isOn else {
      // What still fades from a jump is heard out.
      guard fadeRest == 0 else { return }
      leave(fading: path.fadeFrames)
      isMoving = false
      return
    }
    let length = (path.loop.end - path.loop.start) << 32
    let speed = max(1, abs(step))
    let period = length / speed
    let overshoot = step >= 0 ? place - (path.loop.end << 32) : (path.loop.start << 32) - place
    if fadeRest > 0 {
      guard isWaveform(period, path) else { return }
    } else {
      // The loop was moved away from under the head, or it came round to the seam.
      let longest = overshoot > speed ? path.fadeFrames : (period - 2 * path.fadeFrames) / 2
      leave(fading: min(path.fadeFrames, longest))
    }
    if step >= 0 {
      place = (path.loop.start << 32) + overshoot % length
    } else {
      place = (path.loop.end << 32) - max(1, overshoot % length)
    }
    hasTurned = true
  }

  /// A loop of less than 10 ms is a waveform: its seam belongs to its sound.
  @_noLocks private func isWaveform(_ period: Int64, _ path: SamplePath) -> Bool {
    period < 2 * path.fadeFrames
  }

  @_noLocks private mutating func leave(fading frames: Int64) {
    guard frames > 0 else { return }
    tail = place
    isTailMirrored = false
    fadeRest = frames
    fadeShare = 1 / Float(frames)
  }

  @_noLocks private mutating func fade(_ sample: inout (Float, Float), _ path: SamplePath) {
    let share = Float(fadeRest) * fadeShare
    let last = Int64(path.frames.count - 1) << 32
    if tail < 0 || tail > last {
      tail = min(max(tail, 0), last)
      isTailMirrored.toggle()
    }
    let leaving = Self.value(at: tail, path)
    sample.0 = sample.0 + (leaving.0 - sample.0) * share
    sample.1 = sample.1 + (leaving.1 - sample.1) * share
    tail += isTailMirrored ? -step : step
    fadeRest -= 1
  }

  @_noLocks @inline(__always) private func value(_ path: SamplePath) -> (Float, Float) {
    let frame = place >> 32
    let reach = Int64(SincWeights.reach)
    let isAtSeam =
      path.loop.isOn && frame < path.loop.end
      && (frame + reach >= path.loop.end || (hasTurned && frame - reach < path.loop.start))
    if isAtSeam, frame >= path.loop.start {
      let length = (path.loop.end - path.loop.start) << 32
      if isWaveform(length / max(1, abs(step)), path) { return valueAround(path) }
    }
    return Self.value(at: place, path)
  }

  @_noLocks @inline(__always)
  private static func value(at place: Int64, _ path: SamplePath) -> (Float, Float) {
    let frame = min(max(Int(place >> 32), 0), path.frames.count - 1)
    let weights = path.weights.at(UInt32(truncatingIfNeeded: place))
    let left = path.weights.value(after: path.frames.left + frame, weights)
    guard path.frames.isStereo else { return (left, left) }
    return (left, path.weights.value(after: path.frames.right + frame, weights))
  }

  /// In a waveform, what lies beyond the seam is the waveform's other end.
  @_noLocks private func valueAround(_ path: SamplePath) -> (Float, Float) {
    let weights = path.weights.at(UInt32(truncatingIfNeeded: place))
    let first = Int(place >> 32) - SincWeights.reach + 1
    var sum: (Float, Float) = (0, 0)
    for tap in 0..<SincWeights.tapCount {
      let weight = tap < 8 ? weights.before[tap] : weights.after[tap - 8]
      let frame = wrapped(first + tap, path.loop)
      sum.0 += path.frames.left[frame] * weight
      sum.1 += path.frames.right[frame] * weight
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
