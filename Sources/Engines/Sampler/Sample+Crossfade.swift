import SpinetEngine
import SpinetRealtime

extension Sample {
  /// The same recording, which fades into what comes before its loop while it comes to the loop's end, so that the seam is
  /// not heard. After the end it goes on as the loop does, and fades back to what was recorded there.
  ///
  /// - Parameter seconds: how long it fades. A loop that is shorter, or begins earlier, shortens it.
  func crossfaded(into loop: Range<Int>, seconds: Double) -> Sample {
    let fade = min(Int(seconds * framesPerSecond), loop.lowerBound, loop.count)
    guard fade > 0 else { return self }
    let count = max(frameCount, loop.upperBound + fade)
    return Sample(
      frameCount: count, isStereo: isStereo, framesPerSecond: framesPerSecond, rootNote: rootNote,
      loop: self.loop
    ) { left, right in
      let recorded = frames.level(0)
      for frame in 0..<count {
        let (here, there, share) = place(of: frame, loop, fade)
        left[frame] = recorded.left.mix(here, there, share)
        right?[frame] = recorded.right.mix(here, there, share)
      }
    }
  }

  /// Where a frame comes from: two frames of the recording, and how much the second one counts.
  private func place(of frame: Int, _ loop: Range<Int>, _ fade: Int) -> (here: Int, there: Int, share: Float)
  {
    let before = frame - (loop.upperBound - fade)
    let after = frame - loop.upperBound
    if before < 0 || after >= fade { return (frame, frame, 0) }
    if after < 0 { return (frame, frame - loop.count, Float(before + 1) / Float(fade)) }
    let isRecorded = frame < frameCount
    return (isRecorded ? frame : frame - loop.count, frame - loop.count, 1 - Float(after) / Float(fade))
  }
}

extension PaddedSamples {
  fileprivate func mix(_ here: Int, _ there: Int, _ share: Float) -> Float {
    let (first, second) = (value(at: here), value(at: there))
    return first + (second - first) * share
  }
}
