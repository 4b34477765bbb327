import CRealtime
import DSP
import Voices

extension UnisonOscillator {
  /// Adds all voices of a unison whose phase the first oscillator moves, or sends back to its start.
  @_noLocks @inline(__always)
  mutating func fillFollowing(
    _ playing: UnsafePointer<OscillatorVoicing>, isModulated: Bool, isSynced: Bool, _ depth: inout LaneRamp,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    let (firstDepth, firstGain) = (depth, gain)
    for voice in 0..<playing.pointee.unison {
      (depth, gain) = (firstDepth, firstGain)
      follow(
        playing, isModulated: isModulated, isSynced: isSynced, voice, &depth, &gain, count, buffers,
        isStereo: isStereo)
    }
  }

  /// A restart is a step in the wave, of a height that is known a frame before it comes: what a step of a
  /// band-limited wave is unlike a bare one is added to the frames beside it (Välimäki and Huovilainen,
  /// "Antialiasing oscillators in subtractive synthesis", 2007, the two-sample polynomial).
  @_noLocks @inline(__always)
  private func follow(
    _ playing: UnsafePointer<OscillatorVoicing>, isModulated: Bool, isSynced: Bool, _ voice: Int,
    _ depth: inout LaneRamp,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    var phase = phases[voice]
    let pace = self.pace * playing.pointee.detune[voice]
    let (left, right) = (playing.pointee.left[voice], playing.pointee.right[voice])
    let increment = TableOscillator.words(cycles: pace)
    var carried = tails[voice]
    for frame in 0..<count {
      var offset = SIMD8<UInt32>.zero
      if isModulated {
        offset = TableOscillator.words(cycles: buffers.modulator[frame] * depth.next())
      }
      var sample = self.sample(playing, phase &+ offset) + carried
      var next = phase &+ increment
      carried = .zero
      if isSynced {
        let time = buffers.restarts[frame]
        let restarts = time .> Lanes.zero
        if restarts.isAnyTrue {
          let end = phase &+ offset &+ TableOscillator.words(cycles: pace * time)
          let step = self.sample(playing, offset) - self.sample(playing, end)
          let height = step.replacing(with: 0, where: .!restarts)
          sample += height * (0.5 * (1 - time) * (1 - time))
          carried = height * (-0.5 * time * time)
          next.replace(with: TableOscillator.words(cycles: pace * (1 - time)), where: restarts)
        }
      }
      let level = gain.next()
      buffers.source[frame] = rt_fused(sample, level * left, buffers.source[frame])
      if isStereo {
        buffers.rightSource[frame] = rt_fused(sample, level * right, buffers.rightSource[frame])
      }
      phase = next
    }
    phases[voice] = phase
    tails[voice] = carried
  }

  @_noLocks @inline(__always)
  private func sample(_ playing: UnsafePointer<OscillatorVoicing>, _ phase: SIMD8<UInt32>) -> Lanes {
    let sample = reading.sample(of: playing.pointee.wave, at: phase)
    guard playing.pointee.isPulse else { return sample }
    return sample - reading.sample(of: playing.pointee.wave, at: phase &+ width)
  }
}
