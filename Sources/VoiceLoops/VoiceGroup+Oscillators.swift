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
    if isSynced { first.noteRestarts(oscillators, count, buffers) }
    if isModulated { first.copy(oscillators, voicing, count, to: buffers.modulator) }
    first.fill(oscillators, voicing, &firstGain, count, buffers, isStereo: isStereo, adds: false)
    if second.hasTails && !isSynced { second.clearTails() }
    if isSynced {
      second.fillSynced(
        oscillators + 1, voicing, isModulated: isModulated, &modulation, &secondGain, count, buffers,
        isStereo: isStereo)
    } else if isModulated {
      second.fillModulated(
        oscillators + 1, voicing, &modulation, &secondGain, count, buffers, isStereo: isStereo)
    } else if hasSecond {
      second.fill(oscillators + 1, voicing, &secondGain, count, buffers, isStereo: isStereo, adds: true)
    }
    addNoise(voicing, count, buffers)
    // The ladder drives what it hears itself.
    if voicing.pointee.filterKind.hasLadder { return }
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
      source[frame] = Voicing.driven(
        source[frame], push.after(position + frame), makeUp.after(position + frame))
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
      let source = buffers.source
      return play(playing, playing.pointee.wave, reading, 0, increment, &gain, count) { frame, sample, gain in
        source[frame] = adds ? rt_fused(sample, gain, source[frame]) : sample * gain
      }
    }
    if !adds {
      for frame in 0..<count { buffers.source[frame] = .zero }
      if isStereo { for frame in 0..<count { buffers.rightSource[frame] = .zero } }
    }
    let start = gain
    for voice in 0..<playing.pointee.unison {
      gain = start
      addVoice(voice, playing, voicing, &gain, count, buffers, isStereo: isStereo)
    }
  }

  /// One voice of the unison; from wave to wave, both, one fading out and one in.
  @_noLocks @inline(__always)
  private mutating func addVoice(
    _ voice: Int, _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool
  ) {
    let wave = playing.pointee.wave
    guard let old = playing.pointee.oldWave else {
      return addVoice(voice, playing, wave, reading, &gain, count, buffers, isStereo: isStereo) { _, gain in
        gain
      }
    }
    let (phase, start) = (phases[voice], gain)
    let (arrival, position) = (voicing.pointee.arrival, voicing.pointee.position)
    addVoice(voice, playing, old, oldReading, &gain, count, buffers, isStereo: isStereo) { frame, gain in
      gain * (1 - arrival.after(position + frame))
    }
    (phases[voice], gain) = (phase, start)
    addVoice(voice, playing, wave, reading, &gain, count, buffers, isStereo: isStereo) { frame, gain in
      gain * arrival.after(position + frame)
    }
  }

  /// One voice of the unison on its place between the sides.
  @_noLocks @inline(__always)
  private mutating func addVoice(
    _ voice: Int, _ playing: UnsafePointer<OscillatorVoicing>, _ wave: WaveTable, _ reading: WaveReading,
    _ gain: inout LaneRamp, _ count: Int, _ buffers: LaneBuffers, isStereo: Bool,
    level: (Int, Lanes) -> Lanes
  ) {
    let pace = increment(of: voice, playing)
    let (left, right) = (playing.pointee.left[voice], playing.pointee.right[voice])
    let (source, other) = (buffers.source, buffers.rightSource)
    if isStereo {
      play(playing, wave, reading, voice, pace, &gain, count) { frame, sample, gain in
        let sound = sample * level(frame, gain)
        source[frame] = rt_fused(sound, Lanes(repeating: left), source[frame])
        other[frame] = rt_fused(sound, Lanes(repeating: right), other[frame])
      }
    } else {
      play(playing, wave, reading, voice, pace, &gain, count) { frame, sample, gain in
        source[frame] = rt_fused(sample, level(frame, gain) * left, source[frame])
      }
    }
  }

  /// Hands each frame's sample and gain to `take`.
  @_noLocks @inline(__always)
  private mutating func play(
    _ playing: UnsafePointer<OscillatorVoicing>, _ wave: WaveTable, _ reading: WaveReading, _ voice: Int,
    _ pace: SIMD8<UInt32>, _ gain: inout LaneRamp, _ count: Int, take: (Int, Lanes, Lanes) -> Void
  ) {
    // Local copies live in registers; what a pointer reaches does not.
    var (phase, ramp) = (phases[voice], gain)
    if playing.pointee.isPulse {
      let width = self.width
      for frame in 0..<count {
        let rise = reading.sample(of: wave, at: phase)
        take(frame, rise - reading.sample(of: wave, at: phase &+ width), ramp.next())
        phase = phase &+ pace
      }
    } else {
      for frame in 0..<count {
        take(frame, reading.sample(of: wave, at: phase), ramp.next())
        phase = phase &+ pace
      }
    }
    phases[voice] = phase
    gain = ramp
  }

  /// How far a voice of the unison goes in a frame.
  @_noLocks @inline(__always)
  private func increment(of voice: Int, _ playing: UnsafePointer<OscillatorVoicing>) -> SIMD8<UInt32> {
    let own = TableOscillator.words(cycles: pace * playing.pointee.detune[voice])
    return playing.pointee.unison == 1 ? increment : own
  }

  /// What the oscillator's first voice is going to play, without moving on.
  @_noLocks @inline(__always)
  mutating func copy(
    _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>, _ count: Int,
    to buffer: UnsafeMutablePointer<Lanes>
  ) {
    let (phase, pace) = (phases[0], increment(of: 0, playing))
    var gain = LaneRamp(.zero)
    play(playing, playing.pointee.wave, reading, 0, pace, &gain, count) { frame, sample, _ in
      buffer[frame] = sample
    }
    phases[0] = phase
    guard let old = playing.pointee.oldWave else { return }
    let (arrival, position) = (voicing.pointee.arrival, voicing.pointee.position)
    play(playing, old, oldReading, 0, pace, &gain, count) { frame, sample, _ in
      buffer[frame] = sample + (buffer[frame] - sample) * arrival.after(position + frame)
    }
    phases[0] = phase
  }

  /// Notes where the cycle that the first voice is going to play begins anew, without moving on.
  @_noLocks @inline(__always)
  func noteRestarts(_ playing: UnsafePointer<OscillatorVoicing>, _ count: Int, _ buffers: LaneBuffers) {
    var phase = phases[0]
    let increment = increment(of: 0, playing)
    let inverse = 1 / (pace * playing.pointee.detune[0])
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
