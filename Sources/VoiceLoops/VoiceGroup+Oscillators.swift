import CRealtime
import DSP
import Voices

extension VoiceGroup {
  /// Fills the source with `count` frames of the oscillators and the noise, driven. [audio-thread]
  @_noLocks @inline(__always)
  mutating func fillSource(_ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers) {
    let hasSecond = voicing.pointee.hasSecond
    let isModulated = hasSecond && voicing.pointee.isModulated
    let isSynced = hasSecond && voicing.pointee.isSynced
    let oscillators = voicing.pointee.oscillators
    if isSynced { first.noteRestarts(count, buffers) }
    if isModulated { first.copy(oscillators, count, to: buffers.modulator) }
    first.fill(oscillators, voicing, &firstGain, count, buffers, isStereo: isStereo, adds: false)
    if isModulated || isSynced {
      second.fillFollowing(
        oscillators + 1, isModulated: isModulated, isSynced: isSynced, &modulation, &secondGain,
        count, buffers, isStereo: isStereo)
    } else if hasSecond {
      second.fill(oscillators + 1, voicing, &secondGain, count, buffers, isStereo: isStereo, adds: true)
    }
    addNoise(voicing, count, buffers)
    if case .ladder = voicing.pointee.filterKind { return }
    drive(voicing, count, buffers.source)
    if isStereo { drive(voicing, count, buffers.rightSource) }
  }

  @_noLocks @inline(__always)
  private mutating func addNoise(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ buffers: LaneBuffers
  ) {
    let (level, position) = (voicing.pointee.noise, voicing.pointee.position)
    guard !level.isAt(0) else { return }
    for frame in 0..<count {
      let sample = noise.next() * (0.5 * level.after(position + frame))
      buffers.source[frame] += sample
      if isStereo { buffers.rightSource[frame] += sample }
    }
  }

  @_noLocks @inline(__always)
  private func drive(
    _ voicing: UnsafePointer<Voicing>, _ count: Int, _ source: UnsafeMutablePointer<Lanes>
  ) {
    let (push, makeUp) = (voicing.pointee.push, voicing.pointee.makeUp)
    let position = voicing.pointee.position
    guard !push.isAt(1) else { return }
    for frame in 0..<count {
      let pushed = FastMath.saturate(source[frame] * (2 * push.after(position + frame)))
      source[frame] = pushed * (0.5 * makeUp.after(position + frame))
    }
  }
}

extension UnisonOscillator {
  /// Adds all voices of the unison, or sets the source to them; `gain` includes the tables' unit.
  @_noLocks @inline(__always)
  mutating func fill(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, _ gain: inout LaneRamp,
    _ count: Int, _ buffers: LaneBuffers, isStereo: Bool, adds: Bool
  ) {
    guard playing.pointee.unison > 1 || isStereo || playing.pointee.oldWave != nil else {
      return fillOne(playing, playing.pointee.wave, 0, increment, &gain, count, buffers.source, adds: adds) {
        _, gain in gain
      }
    }
    if !adds {
      for frame in 0..<count { buffers.source[frame] = .zero }
      if isStereo { for frame in 0..<count { buffers.rightSource[frame] = .zero } }
    }
    let start = gain
    for voice in 0..<playing.pointee.unison {
      gain = start
      fillSides(playing, voicing, voice, &gain, count, buffers, isStereo: isStereo)
    }
  }

  /// One voice of the unison on its place between the sides; from wave to wave, both, one fading out and one in.
  @_noLocks @inline(__always)
  private mutating func fillSides(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, _ voice: Int,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    let (phase, start) = (phases[voice], gain)
    let (arrival, position) = (voicing.pointee.arrival, voicing.pointee.position)
    for side in 0..<(isStereo ? 2 : 1) {
      let place = side == 0 ? playing.pointee.left[voice] : playing.pointee.right[voice]
      let source = side == 0 ? buffers.source : buffers.rightSource
      if let old = playing.pointee.oldWave {
        (phases[voice], gain) = (phase, start)
        fillUnison(playing, old, voice, &gain, count, source) { frame in
          place * (1 - arrival.after(position + frame))
        }
        (phases[voice], gain) = (phase, start)
        fillUnison(playing, playing.pointee.wave, voice, &gain, count, source) { frame in
          place * arrival.after(position + frame)
        }
      } else {
        (phases[voice], gain) = (phase, start)
        fillUnison(playing, playing.pointee.wave, voice, &gain, count, source) { _ in place }
      }
    }
  }

  @_noLocks @inline(__always)
  private mutating func fillUnison(
    _ playing: UnsafePointer<OscillatorVoicing>, _ wave: WaveTable, _ voice: Int, _ gain: inout LaneRamp,
    _ count: Int, _ source: UnsafeMutablePointer<Lanes>, part: (Int) -> Float
  ) {
    let own = TableOscillator.words(cycles: pace * playing.pointee.detune[voice])
    let pace = playing.pointee.unison == 1 ? increment : own
    fillOne(playing, wave, voice, pace, &gain, count, source, adds: true) { frame, gain in gain * part(frame)
    }
  }

  @_noLocks @inline(__always)
  private mutating func fillOne(
    _ playing: UnsafePointer<OscillatorVoicing>, _ wave: WaveTable, _ voice: Int, _ pace: SIMD8<UInt32>,
    _ gain: inout LaneRamp, _ count: Int, _ source: UnsafeMutablePointer<Lanes>, adds: Bool,
    level: (Int, Lanes) -> Lanes
  ) {
    // Local copies live in registers; what a pointer reaches does not.
    var (phase, ramp) = (phases[voice], gain)
    let reading = self.reading
    if playing.pointee.isPulse {
      let width = self.width
      for frame in 0..<count {
        let sample = reading.sample(of: wave, at: phase) - reading.sample(of: wave, at: phase &+ width)
        let gain = level(frame, ramp.next())
        source[frame] = adds ? rt_fused(sample, gain, source[frame]) : sample * gain
        phase = phase &+ pace
      }
    } else {
      for frame in 0..<count {
        let sample = reading.sample(of: wave, at: phase)
        let gain = level(frame, ramp.next())
        source[frame] = adds ? rt_fused(sample, gain, source[frame]) : sample * gain
        phase = phase &+ pace
      }
    }
    phases[voice] = phase
    gain = ramp
  }

  /// The oscillator's first voice as it is, without moving on.
  @_noLocks @inline(__always)
  func copy(_ playing: UnsafePointer<OscillatorVoicing>, _ count: Int, to buffer: UnsafeMutablePointer<Lanes>)
  {
    var phase = phases[0]
    for frame in 0..<count {
      var sample = reading.sample(of: playing.pointee.wave, at: phase)
      if playing.pointee.isPulse { sample -= reading.sample(of: playing.pointee.wave, at: phase &+ width) }
      buffer[frame] = sample
      phase = phase &+ increment
    }
  }

  /// Notes where the first voice's cycle begins anew, without moving on.
  @_noLocks @inline(__always) func noteRestarts(_ count: Int, _ buffers: LaneBuffers) {
    var phase = phases[0]
    let inverse = 1 / pace
    for frame in 0..<count {
      let next = phase &+ increment
      let wrapped = next .< phase
      // The rest of the cycle, in frames.
      let rest = rt_floats(unsafeBitCast((0 &- phase) &>> 8, to: SIMD8<Int32>.self)) * (1 / 16_777_216)
      buffers.restarts[frame] = Lanes.zero.replacing(with: (rest * inverse).within(1e-6, 1), where: wrapped)
      phase = next
    }
  }
}
