import CRealtime
import SpinetDSP
import SpinetVoices

/// Synced saws and pulses: line segments with a band-limited step at every jump.
///
/// A table of such a wave already contains its own step, which a restart would cut in two.
extension UnisonOscillator {
  /// Adds one unison voice.
  @_noLocks @inline(__always)
  mutating func playBandLimited(_ span: OscillatorSpan, voice: Int, _ gain: inout LaneRamp) {
    let buffers = span.buffers
    var phase = phases[voice]
    let frequency = self.frequency * span.oscillator.value.detune[voice]
    let increment = WaveTableReader.words(cycles: frequency)
    let (width, isPulse) = (self.width, span.oscillator.value.isPulse)
    let kernel = span.parameters.value.steps
    for frame in 0..<span.count {
      let sample = Self.line(phase, width, isPulse: isPulse) + popTail(of: voice, frame)
      add(sample * gain.next(), of: voice, frame, span)
      let time = buffers.restarts[frame]
      let restarts = time .> Lanes.zero
      var next = phase &+ increment
      let falls = isPulse ? next &+ width .< phase &+ width : restarts
      if (restarts .| falls .| (next .< phase)).isAnyTrue {
        let end = next.replacing(
          with: phase &+ WaveTableReader.words(cycles: frequency * time), where: restarts)
        next.replace(with: WaveTableReader.words(cycles: frequency * (1 - time)), where: restarts)
        let context = StepContext(voice: voice, frame: frame, kernel: kernel)
        addSteps(from: phase, to: end, then: next, restartingAt: time, isPulse: isPulse, context)
      }
      phase = next
    }
    phases[voice] = phase
  }

  /// The wave without band limit: a saw that falls from 1 to −1, or the difference of two, in units of
  /// `WaveTable.unit`.
  @_noLocks @inline(__always)
  private static func line(_ phase: SIMD8<UInt32>, _ width: SIMD8<UInt32>, isPulse: Bool) -> Lanes {
    let fall = phase &>> 1
    let start = isPulse ? (phase &+ width) &>> 1 : SIMD8(repeating: 0x4000_0000)
    return rt_floats(unsafeBitCast(start &- fall, to: SIMD8<Int32>.self))
  }

  /// Adds all steps of all lanes between a frame and the next one.
  ///
  /// - Parameters:
  ///   - end: the phases before the restart, or before the next frame if there is none.
  ///   - next: the phases at the next frame.
  @_noLocks @inline(__always)
  private func addSteps(
    from phase: SIMD8<UInt32>, to end: SIMD8<UInt32>, then next: SIMD8<UInt32>, restartingAt times: Lanes,
    isPulse: Bool, _ context: StepContext
  ) {
    let heights = Self.line(.zero, width, isPulse: isPulse) - Self.line(end, width, isPulse: isPulse)
    for lane in 0..<8 {
      let time = times[lane]
      let until = time > 0 ? time : 1
      addWraps(from: phase[lane], to: end[lane], during: (0, until), isPulse: isPulse, lane, context)
      guard time > 0 else { continue }
      addStep(heights[lane], at: time, lane, context)
      addWraps(from: 0, to: next[lane], during: (time, 1), isPulse: isPulse, lane, context)
    }
  }

  /// Adds the steps where the wave itself wraps between two phases.
  ///
  /// - Parameter times: when the phases are reached, in frames after the context's frame.
  @_noLocks @inline(__always)
  private func addWraps(
    from: UInt32, to: UInt32, during times: (Float, Float), isPulse: Bool, _ lane: Int,
    _ context: StepContext
  ) {
    let height = 2 / WaveTable.unit
    if to < from { addStep(height, at: Self.wrap(from, to, times), lane, context) }
    guard isPulse else { return }
    let (from, to) = (from &+ width[lane], to &+ width[lane])
    if to < from { addStep(-height, at: Self.wrap(from, to, times), lane, context) }
  }

  /// The time when a phase wraps.
  @_noLocks @inline(__always)
  private static func wrap(_ from: UInt32, _ to: UInt32, _ times: (Float, Float)) -> Float {
    times.0 + (times.1 - times.0) * (Float(0 &- from) / Float(to &- from))
  }

  /// Adds the correction of a step to the samples after it.
  ///
  /// - Parameter time: in frames after the context's frame.
  @_noLocks @inline(__always)
  func addStep(_ height: Float, at time: Float, _ lane: Int, _ context: StepContext) {
    let (voice, frame) = (context.voice, context.frame)
    let (early, late) = context.kernel.at(age: 1 - time)
    // Whole vectors, because a vector that was written lane by lane is slow to read back.
    let numbers = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    let heights = Lanes.zero.replacing(with: height, where: numbers .== Lanes(repeating: Float(lane)))
    for tap in 0..<8 {
      let (soon, later) = (tailIndex(voice, frame &+ 1 &+ tap), tailIndex(voice, frame &+ 9 &+ tap))
      tails[soon] = rt_fused(heights, Lanes(repeating: early[tap]), tails[soon])
      tails[later] = rt_fused(heights, Lanes(repeating: late[tap]), tails[later])
    }
  }

  /// Returns the corrections of past steps for this frame, and clears them.
  @_noLocks @inline(__always) func popTail(of voice: Int, _ frame: Int) -> Lanes {
    let index = tailIndex(voice, frame)
    let tail = tails[index]
    tails[index] = .zero
    return tail
  }

  /// The index of a frame of the span in the rings.
  @_noLocks @inline(__always) func tailIndex(_ voice: Int, _ frame: Int) -> Int {
    voice &* Self.tailLength &+ (tailPosition &+ frame) & (Self.tailLength &- 1)
  }
}
