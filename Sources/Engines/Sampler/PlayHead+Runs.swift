import SpinetDSP
import SpinetVoices

/// What a head plays without a jump, a crossfade or a seam. It is nearly everything, and is read by the fastest loop.
///
/// These are inlined, because a call copies the head, and waits until it has been written: a tenth of a voice's time.
extension PlayHead {
  /// How many of the next frames are alike in this; 0 if the next one is not.
  @_noLocks @inline(__always) func framesInRun(_ source: SourcePointer, atMost most: Int) -> Int {
    guard isPlain else { return 0 }
    let (low, high) = plainFrames(source)
    return Self.frames(from: position, by: step, low << 32, high << 32, atMost: most)
  }

  /// How many of the next frames are alike in a crossfade; 0 if the next one is not in one.
  @_noLocks @inline(__always) func framesInFade(_ source: SourcePointer, atMost most: Int) -> Int {
    guard isMoving, fadeRest > 0, source.pointee.window == nil else { return 0 }
    let (low, high) = plainFrames(source)
    let last = Int64(source.pointee.frames.count - 1) << 32
    let heads = Self.frames(
      from: position, by: step, low << 32, high << 32, atMost: min(most, Int(fadeRest)))
    return heads == 0 ? 0 : Self.frames(from: tail, by: tailStep, 0, last + 1, atMost: heads)
  }

  /// How many frames from a position on lie between two others.
  @_noLocks @inline(__always) private static func frames(
    from position: Int64, by step: Int64, _ low: Int64, _ high: Int64, atMost most: Int
  ) -> Int {
    guard position >= low, position < high else { return 0 }
    let last = position &+ Int64(most - 1) &* step
    if last >= low, last < high { return most }
    return 1 + Int(step > 0 ? (high - 1 - position) / step : (position - low) / -step)
  }

  /// The frames of the recording, without the end, in which it meets no end, no seam, and no end of a window.
  @_noLocks @inline(__always) private func plainFrames(_ source: SourcePointer) -> (low: Int64, high: Int64) {
    var (low, high): (Int64, Int64) = (0, Int64(source.pointee.frames.count))
    if let window = source.pointee.window {
      let frame = Int(position >> 32)
      return (Int64(frame), min(high, Int64(frame + window.room(from: frame))))
    }
    guard isLooping(source) else { return (low, high) }
    if step >= 0 { high = min(high, source.pointee.loop.end) } else { low = source.pointee.loop.start }
    guard isWaveform else { return (low, high) }
    let reach = Int64(SincWeights.reach)
    if hasTurned { low = max(low, source.pointee.loop.start + reach) }
    return (low, min(high, source.pointee.loop.end - reach))
  }

  /// What the next frames read.
  @_noLocks @inline(__always) func run(_ source: SourcePointer) -> SampleRun {
    guard let window = source.pointee.window else { return run(source, from: position, by: step) }
    let (left, right) = window.origins(from: Int(position >> 32))
    return SampleRun(
      left: left, right: source.pointee.frames.isStereo ? right : left, source.pointee.weights,
      position: position, step: step, octaves: 0)
  }

  /// What the second head reads next.
  @_noLocks @inline(__always) func leavingRun(_ source: SourcePointer) -> SampleRun {
    run(source, from: tail, by: tailStep)
  }

  @_noLocks @inline(__always)
  private func run(_ source: SourcePointer, from position: Int64, by step: Int64) -> SampleRun {
    let samples = source.pointee.frames.level(level)
    return SampleRun(
      left: samples.left.address(of: 0), right: samples.right.address(of: 0), source.pointee.weights,
      position: position, step: step, octaves: level)
  }
}
