import CRealtime
import DSP
import Voices

/// Saws and pulses that are synced: straight lines whose every jump is made clean by itself.
///
/// A table of such a wave holds its jump already, and a restart would cut it through the middle.
extension UnisonOscillator {
  /// Adds one voice of the unison.
  @_noLocks @inline(__always)
  mutating func playEdges(
    _ playing: UnsafePointer<OscillatorVoicing>, _ steps: StepWeights, _ voice: Int, _ gain: inout LaneRamp,
    _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    var phase = phases[voice]
    let pace = self.pace * playing.pointee.detune[voice]
    let increment = TableOscillator.words(cycles: pace)
    let (width, isPulse) = (self.width, playing.pointee.isPulse)
    for frame in 0..<count {
      let sample = Self.line(phase, width, isPulse: isPulse) + takeTail(of: voice, frame)
      add(sample * gain.next(), of: voice, playing, frame, buffers, isStereo: isStereo)
      let time = buffers.restarts[frame]
      let restarts = time .> Lanes.zero
      var next = phase &+ increment
      let falls = isPulse ? next &+ width .< phase &+ width : restarts
      if (restarts .| falls .| (next .< phase)).isAnyTrue {
        let end = next.replacing(
          with: phase &+ TableOscillator.words(cycles: pace * time), where: restarts)
        next.replace(with: TableOscillator.words(cycles: pace * (1 - time)), where: restarts)
        addJumps(phase, end, next, restartingAt: time, isPulse: isPulse, voice, frame, steps)
      }
      phase = next
    }
    phases[voice] = phase
  }

  /// The bare wave: a saw that falls from 1 to −1, or how far two of them are apart, in units of `WaveTable.unit`.
  @_noLocks @inline(__always)
  private static func line(_ phase: SIMD8<UInt32>, _ width: SIMD8<UInt32>, isPulse: Bool) -> Lanes {
    let fall = phase &>> 1
    let start = isPulse ? (phase &+ width) &>> 1 : SIMD8(repeating: 0x4000_0000)
    return rt_floats(unsafeBitCast(start &- fall, to: SIMD8<Int32>.self))
  }

  /// Adds every jump of every lane between this frame and the next.
  ///
  /// - Parameters:
  ///   - end: the phases before the restart, or before the next frame where there is none.
  ///   - next: the phases at the next frame.
  @_noLocks @inline(__always)
  private func addJumps(
    _ phase: SIMD8<UInt32>, _ end: SIMD8<UInt32>, _ next: SIMD8<UInt32>, restartingAt times: Lanes,
    isPulse: Bool, _ voice: Int, _ frame: Int, _ steps: StepWeights
  ) {
    let heights = Self.line(.zero, width, isPulse: isPulse) - Self.line(end, width, isPulse: isPulse)
    for lane in 0..<8 {
      let time = times[lane]
      let until = time > 0 ? time : 1
      addWraps(phase[lane], end[lane], 0, until, isPulse: isPulse, lane, voice, frame, steps)
      guard time > 0 else { continue }
      addStep(heights[lane], at: time, lane, voice, frame, steps)
      addWraps(0, next[lane], time, 1, isPulse: isPulse, lane, voice, frame, steps)
    }
  }

  /// Adds the jumps of the wave itself between two phases, at the times `start` and `end` after the frame.
  @_noLocks @inline(__always)
  private func addWraps(
    _ from: UInt32, _ to: UInt32, _ start: Float, _ end: Float, isPulse: Bool, _ lane: Int, _ voice: Int,
    _ frame: Int, _ steps: StepWeights
  ) {
    let height = 2 / WaveTable.unit
    if to < from {
      addStep(height, at: Self.wrap(from, to, start, end), lane, voice, frame, steps)
    }
    guard isPulse else { return }
    let (from, to) = (from &+ width[lane], to &+ width[lane])
    if to < from {
      addStep(-height, at: Self.wrap(from, to, start, end), lane, voice, frame, steps)
    }
  }

  /// When a phase wraps.
  @_noLocks @inline(__always)
  private static func wrap(_ from: UInt32, _ to: UInt32, _ start: Float, _ end: Float) -> Float {
    start + (end - start) * (Float(0 &- from) / Float(to &- from))
  }

  /// Adds to the samples after a step what it is more than a bare one.
  @_noLocks @inline(__always)
  func addStep(_ height: Float, at time: Float, _ lane: Int, _ voice: Int, _ frame: Int, _ steps: StepWeights)
  {
    let (early, late) = steps.at(age: 1 - time)
    // Whole vectors: what is written lane by lane is waited for when it is read.
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) .== SIMD8(repeating: Int32(lane))
    let heights = Lanes.zero.replacing(with: height, where: lanes)
    for tap in 0..<8 {
      let (soon, later) = (place(of: voice, frame + 1 + tap), place(of: voice, frame + 9 + tap))
      tails[soon] = rt_fused(heights, Lanes(repeating: early[tap]), tails[soon])
      tails[later] = rt_fused(heights, Lanes(repeating: late[tap]), tails[later])
    }
  }

  /// What past jumps leave for this frame, once.
  @_noLocks @inline(__always) func takeTail(of voice: Int, _ frame: Int) -> Lanes {
    let place = place(of: voice, frame)
    let tail = tails[place]
    tails[place] = .zero
    return tail
  }

  /// Where in the rings a frame of the span is.
  @_noLocks @inline(__always) func place(of voice: Int, _ frame: Int) -> Int {
    voice * Self.tailLength + (tailPlace + frame) & (Self.tailLength - 1)
  }
}
