import CRealtime
import DSP
import Voices

/// An oscillator that follows the first one: its phase is moved, or sent back to its start.
extension UnisonOscillator {
  /// Adds all voices of a unison whose phase the first oscillator moves.
  @_noLocks @inline(__always)
  mutating func fillModulated(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, _ depth: inout LaneRamp,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    let (firstDepth, firstGain, still) = (depth, gain, self)
    for voice in 0..<playing.pointee.unison {
      (depth, gain) = (firstDepth, firstGain)
      if playing.pointee.oldWave == nil {
        playModulated(playing, voice, &depth, &gain, count, buffers, isStereo: isStereo) { _, phase in
          still.sample(playing, phase)
        }
      } else {
        playModulated(playing, voice, &depth, &gain, count, buffers, isStereo: isStereo) { frame, phase in
          still.sample(playing, voicing, frame, phase)
        }
      }
    }
  }

  /// - Parameter wave: what is heard of it at a frame and a phase.
  @_noLocks @inline(__always)
  private mutating func playModulated(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voice: Int, _ depth: inout LaneRamp,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool,
    wave: (Int, SIMD8<UInt32>) -> Lanes
  ) {
    var phase = phases[voice]
    let increment = TableOscillator.words(cycles: pace * playing.pointee.detune[voice])
    for frame in 0..<count {
      let offset = TableOscillator.words(cycles: buffers.modulator[frame] * depth.next())
      let sample = wave(frame, phase &+ offset) * gain.next()
      add(sample, of: voice, playing, frame, buffers, isStereo: isStereo)
      phase = phase &+ increment
    }
    phases[voice] = phase
  }

  /// Adds all voices of a unison that begin their cycles anew with the first oscillator.
  @_noLocks @inline(__always)
  mutating func fillSynced(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, isModulated: Bool,
    _ depth: inout LaneRamp, _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    hasTails = true
    let (firstDepth, firstGain, still) = (depth, gain, self)
    let steps = voicing.pointee.steps
    for voice in 0..<playing.pointee.unison {
      (depth, gain) = (firstDepth, firstGain)
      if playing.pointee.hasEdges && !isModulated {
        playEdges(playing, steps, voice, &gain, count, buffers, isStereo: isStereo)
      } else if playing.pointee.oldWave == nil {
        playRestarts(
          playing, steps, isModulated: isModulated, voice, &depth, &gain, count, buffers, isStereo: isStereo
        ) { _, phase in still.sample(playing, phase) }
      } else {
        playRestarts(
          playing, steps, isModulated: isModulated, voice, &depth, &gain, count, buffers, isStereo: isStereo
        ) { frame, phase in still.sample(playing, voicing, frame, phase) }
      }
    }
    tailPlace = (tailPlace + count) & (Self.tailLength - 1)
  }

  /// A restart of a smooth wave: a step and a corner. The step's correction follows it; the corner's lies in the
  /// two samples beside it (Esqueda, Välimäki and Bilbao, "Rounding corners with BLAMP", 2016).
  ///
  /// - Parameter wave: what is heard of it at a frame and a phase.
  @_noLocks @inline(__always)
  private mutating func playRestarts(
    _ playing: UnsafePointer<OscillatorVoicing>, _ steps: StepWeights, isModulated: Bool, _ voice: Int,
    _ depth: inout LaneRamp, _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool,
    wave: (Int, SIMD8<UInt32>) -> Lanes
  ) {
    var phase = phases[voice]
    let pace = self.pace * playing.pointee.detune[voice]
    let increment = TableOscillator.words(cycles: pace)
    for frame in 0..<count {
      var offset = SIMD8<UInt32>.zero
      if isModulated { offset = TableOscillator.words(cycles: buffers.modulator[frame] * depth.next()) }
      var sample = wave(frame, phase &+ offset) + takeTail(of: voice, frame)
      let time = buffers.restarts[frame]
      let restarts = time .> Lanes.zero
      var next = phase &+ increment
      if restarts.isAnyTrue {
        let end = phase &+ offset &+ TableOscillator.words(cycles: pace * time)
        sample += addRestarts(from: end, to: offset, at: time, increment, voice, frame, steps, wave: wave)
        next.replace(with: TableOscillator.words(cycles: pace * (1 - time)), where: restarts)
      }
      add(sample * gain.next(), of: voice, playing, frame, buffers, isStereo: isStereo)
      phase = next
    }
    phases[voice] = phase
  }

  /// Notes what restarts leave for the samples after this one; answers what they add to it.
  ///
  /// - Parameter times: above 0 in the lanes that restart.
  @_noLocks @inline(__always)
  private func addRestarts(
    from end: SIMD8<UInt32>, to start: SIMD8<UInt32>, at times: Lanes, _ increment: SIMD8<UInt32>,
    _ voice: Int, _ frame: Int, _ steps: StepWeights, wave: (Int, SIMD8<UInt32>) -> Lanes
  ) -> Lanes {
    let (high, low) = (wave(frame, start), wave(frame, end))
    let heights = high - low
    for lane in 0..<8 where times[lane] > 0 {
      addStep(heights[lane], at: times[lane], lane, voice, frame, steps)
    }
    // A sixth of what the wave rises more in a frame after the start than before the end.
    let eighth = increment &>> 3
    let slopes = (wave(frame, start &+ eighth) - high) - (low - wave(frame, end &- eighth))
    let corner = (slopes * (8.0 / 6)).replacing(with: 0, where: times .<= Lanes.zero)
    tails[place(of: voice, frame + 1)] += corner * (times * times * times)
    let rest = 1 - times
    return corner * (rest * rest * rest)
  }

  @_noLocks @inline(__always)
  private func sample(_ playing: UnsafePointer<OscillatorVoicing>, _ phase: SIMD8<UInt32>) -> Lanes {
    let sample = reading.sample(of: playing.pointee.wave, at: phase)
    guard playing.pointee.isPulse else { return sample }
    return sample - reading.sample(of: playing.pointee.wave, at: phase &+ width)
  }

  /// From wave to wave, some of both; only what people draw changes so, and that is no pulse.
  @_noLocks @inline(__always)
  private func sample(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, _ frame: Int,
    _ phase: SIMD8<UInt32>
  ) -> Lanes {
    let sample = reading.sample(of: playing.pointee.wave, at: phase)
    guard let old = playing.pointee.oldWave else { return sample }
    let before = oldReading.sample(of: old, at: phase)
    return before + (sample - before) * voicing.pointee.arrival.after(voicing.pointee.position + frame)
  }

  /// Adds a sample on its place between the sides.
  @_noLocks @inline(__always)
  func add(
    _ sample: Lanes, of voice: Int, _ playing: UnsafePointer<OscillatorVoicing>, _ frame: Int,
    _ buffers: LaneBuffers, isStereo: Bool
  ) {
    let (left, right) = (playing.pointee.left[voice], playing.pointee.right[voice])
    buffers.source[frame] = rt_fused(sample, Lanes(repeating: left), buffers.source[frame])
    guard isStereo else { return }
    buffers.rightSource[frame] = rt_fused(sample, Lanes(repeating: right), buffers.rightSource[frame])
  }
}
