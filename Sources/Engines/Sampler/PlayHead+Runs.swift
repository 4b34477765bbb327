import SpinetDSP
import SpinetVoices

/// What a head plays without a jump, a crossfade or a seam. It is nearly everything, and is read by the fastest loop.
extension PlayHead {
  /// How many of the next frames are alike in this; 0 if the next one is not.
  @_noLocks func framesInRun(_ source: PlayHeadSource, atMost most: Int) -> Int {
    guard isPlain else { return 0 }
    let (low, high) = plainFrames(source)
    guard position >= low << 32, position < high << 32 else { return 0 }
    let last = position &+ Int64(most - 1) &* step
    if last >= low << 32, last < high << 32 { return most }
    return 1 + Int(step > 0 ? ((high << 32) - 1 - position) / step : (position - (low << 32)) / -step)
  }

  /// The frames of the recording, without the end, in which it meets no end, no seam, and no end of a window.
  @_noLocks private func plainFrames(_ source: PlayHeadSource) -> (low: Int64, high: Int64) {
    var (low, high): (Int64, Int64) = (0, Int64(source.frames.count))
    if let window = source.window {
      let frame = Int(position >> 32)
      return (Int64(frame), min(high, Int64(frame + window.room(from: frame))))
    }
    guard isLooping(source) else { return (low, high) }
    if step >= 0 { high = min(high, source.loop.end) } else { low = source.loop.start }
    guard isWaveform else { return (low, high) }
    let reach = Int64(SincWeights.reach)
    if hasTurned { low = max(low, source.loop.start + reach) }
    return (low, min(high, source.loop.end - reach))
  }

  /// What the next frames read.
  @_noLocks func run(_ source: PlayHeadSource) -> SampleRun {
    if let window = source.window {
      let (left, right) = window.origins(from: Int(position >> 32))
      return SampleRun(
        left: left, right: source.frames.isStereo ? right : left, source.weights, position: position,
        step: step, octaves: 0)
    }
    let samples = source.frames.level(level)
    return SampleRun(
      left: samples.left.address(of: 0), right: samples.right.address(of: 0), source.weights,
      position: position, step: step, octaves: level)
  }
}
