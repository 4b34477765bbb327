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
    guard position >= low << 32, position < high << 32 else { return 0 }
    let last = position &+ Int64(most - 1) &* step
    if last >= low << 32, last < high << 32 { return most }
    return 1 + Int(step > 0 ? ((high << 32) - 1 - position) / step : (position - (low << 32)) / -step)
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
    if let window = source.pointee.window {
      let (left, right) = window.origins(from: Int(position >> 32))
      return SampleRun(
        left: left, right: source.pointee.frames.isStereo ? right : left, source.pointee.weights,
        position: position,
        step: step, octaves: 0)
    }
    let samples = source.pointee.frames.level(level)
    return SampleRun(
      left: samples.left.address(of: 0), right: samples.right.address(of: 0), source.pointee.weights,
      position: position, step: step, octaves: level)
  }
}
