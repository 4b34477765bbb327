import CRealtime
import SpinetDSP
import SpinetVoices

extension SynthVoiceGroup {
  /// Fills the source with `count` frames of the oscillators and the noise, including the drive. [audio-thread]
  @_noLocks @inline(__always)
  mutating func fillSource(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    let hasSecond = parameters.value.hasSecond
    let isModulated = hasSecond && parameters.value.isModulated
    let isSynced = hasSecond && parameters.value.isSynced
    let one = OscillatorSpan(
      parameters.value.firstOscillator, parameters, count, buffers, isStereo: isStereo, occupied: occupied)
    let two = OscillatorSpan(
      parameters.value.secondOscillator, parameters, count, buffers, isStereo: isStereo, occupied: occupied)
    if isSynced { first.recordRestarts(one) }
    if isModulated { first.copyFirstVoice(one) }
    first.fill(one, &firstGain, adds: false)
    if second.hasTails && !isSynced { second.clearTails() }
    if isSynced {
      second.fillSynced(two, isModulated: isModulated, &modulation, &secondGain)
    } else if isModulated {
      second.fillModulated(two, &modulation, &secondGain)
    } else if hasSecond {
      second.fill(two, &secondGain, adds: true)
    }
    addNoise(parameters, count, buffers)
    // The ladder filter has its own drive.
    if parameters.value.filterKind.hasLadder { return }
    drive(parameters, count, buffers.source)
    if isStereo { drive(parameters, count, buffers.rightSource) }
  }

  @_noLocks @inline(__always)
  private mutating func addNoise(
    _ parameters: VoiceParametersView, _ count: Int, _ buffers: LaneBuffers
  ) {
    let (level, position) = (parameters.value.noise, parameters.value.position)
    guard !level.isAt(0) else { return }
    for frame in 0..<count {
      let sample = noise.next() * (0.5 * level.after(position + frame))
      buffers.source[frame] += sample
      if isStereo { buffers.rightSource[frame] += sample }
    }
  }

  @_noLocks @inline(__always)
  private func drive(
    _ parameters: VoiceParametersView, _ count: Int, _ source: LaneFrames
  ) {
    let (driveGain, makeUp) = (parameters.value.driveGain, parameters.value.makeUp)
    let position = parameters.value.position
    guard !driveGain.isAt(1) else { return }
    for frame in 0..<count {
      source[frame] = SynthVoiceParameters.driven(
        source[frame], driveGain.after(position + frame), makeUp.after(position + frame))
    }
  }
}

extension UnisonOscillator {
  /// Adds all unison voices to the source, or overwrites it with them. `gain` includes the tables' unit.
  @_noLocks @inline(__always)
  mutating func fill(_ span: OscillatorSpan, _ gain: inout LaneRamp, adds: Bool) {
    let (oscillator, buffers) = (span.oscillator, span.buffers)
    guard oscillator.value.unison > 1 || span.isStereo || oscillator.value.oldWave != nil else {
      let source = buffers.source
      return play(span, oscillator.value.wave, reader, voice: 0, increment, &gain) { frame, sample, gain in
        source[frame] = adds ? rt_fused(sample, gain, source[frame]) : sample * gain
      }
    }
    if !adds {
      for frame in 0..<span.count { buffers.source[frame] = .zero }
      if span.isStereo { for frame in 0..<span.count { buffers.rightSource[frame] = .zero } }
    }
    let start = gain
    for voice in 0..<oscillator.value.unison {
      gain = start
      addVoice(voice, span, &gain)
    }
  }

  /// Adds one unison voice. During a change of the wave it adds the old one fading out and the new one fading in.
  @_noLocks @inline(__always)
  private mutating func addVoice(_ voice: Int, _ span: OscillatorSpan, _ gain: inout LaneRamp) {
    let wave = span.oscillator.value.wave
    guard let old = span.oscillator.value.oldWave else {
      return addVoice(voice, span, wave, reader, &gain) { _, gain in gain }
    }
    let (phase, start) = (phases[voice], gain)
    let (arrival, position) = (span.parameters.value.arrival, span.parameters.value.position)
    addVoice(voice, span, old, oldReader, &gain) { frame, gain in
      gain * (1 - arrival.after(position + frame))
    }
    (phases[voice], gain) = (phase, start)
    addVoice(voice, span, wave, reader, &gain) { frame, gain in gain * arrival.after(position + frame) }
  }

  /// Adds one unison voice at its position between the sides.
  @_noLocks @inline(__always)
  private mutating func addVoice(
    _ voice: Int, _ span: OscillatorSpan, _ wave: WaveTable, _ reader: WaveTableReader,
    _ gain: inout LaneRamp, level: (Int, Lanes) -> Lanes
  ) {
    let phaseIncrement = increment(of: voice, span)
    let (left, right) = (span.oscillator.value.left[voice], span.oscillator.value.right[voice])
    let (source, other) = (span.buffers.source, span.buffers.rightSource)
    if span.isStereo {
      play(span, wave, reader, voice: voice, phaseIncrement, &gain) { frame, sample, gain in
        let sound = sample * level(frame, gain)
        source[frame] = rt_fused(sound, Lanes(repeating: left), source[frame])
        other[frame] = rt_fused(sound, Lanes(repeating: right), other[frame])
      }
    } else {
      play(span, wave, reader, voice: voice, phaseIncrement, &gain) { frame, sample, gain in
        source[frame] = rt_fused(sample, level(frame, gain) * left, source[frame])
      }
    }
  }

  /// Passes the sample and the gain of each frame to `take`.
  @_noLocks @inline(__always)
  private mutating func play(
    _ span: OscillatorSpan, _ wave: WaveTable, _ reader: WaveTableReader, voice: Int,
    _ phaseIncrement: SIMD8<UInt32>, _ gain: inout LaneRamp, take: (Int, Lanes, Lanes) -> Void
  ) {
    if span.oscillator.value.isPulse {
      play(span, reader, voice: voice, phaseIncrement, &gain, take: take) { reader, phase, width in
        reader.sample(of: wave, at: phase) - reader.sample(of: wave, at: phase &+ width)
      }
    } else {
      play(span, reader, voice: voice, phaseIncrement, &gain, take: take) { reader, phase, _ in
        reader.sample(of: wave, at: phase)
      }
    }
  }

  /// - Parameter sample: the wave at a phase, and with a width if it is a pulse.
  @_noLocks @inline(__always)
  private mutating func play(
    _ span: OscillatorSpan, _ reader: WaveTableReader, voice: Int, _ phaseIncrement: SIMD8<UInt32>,
    _ gain: inout LaneRamp, take: (Int, Lanes, Lanes) -> Void,
    sample: (WaveTableReader, SIMD8<UInt32>, SIMD8<UInt32>) -> Lanes
  ) {
    // Local copies stay in registers; memory behind a pointer does not. The count is bounded here, so that the compiler
    // can remove checks of frames; that took 1 % off a part with four voices.
    let (width, count) = (self.width, min(span.count, LaneBuffers.capacity))
    var (phase, ramp) = (phases[voice], gain)
    var frame = 0
    if span.isHalf {
      frame = playPairs(span, count, reader, phase, phaseIncrement, &ramp, take: take, sample: sample)
      phase = phase &+ phaseIncrement &* SIMD8(repeating: UInt32(truncatingIfNeeded: frame))
    }
    while frame < count {
      take(frame, sample(reader, phase, width), ramp.next())
      phase = phase &+ phaseIncrement
      frame += 1
    }
    phases[voice] = phase
    gain = ramp
  }

  /// If only lanes of one half sound, reads the wave for two frames at once, one in each half. That saved a tenth
  /// of the time of a part with four voices. Returns the number of frames that were played.
  @_noLocks @inline(__always)
  private func playPairs(
    _ span: OscillatorSpan, _ count: Int, _ reader: WaveTableReader, _ phase: SIMD8<UInt32>,
    _ phaseIncrement: SIMD8<UInt32>, _ ramp: inout LaneRamp, take: (Int, Lanes, Lanes) -> Void,
    sample: (WaveTableReader, SIMD8<UInt32>, SIMD8<UInt32>) -> Lanes
  ) -> Int {
    let isUpper = span.isUpper
    let (both, width) = (reader.doubled(isUpper: isUpper), width.doubled(isUpper: isUpper))
    let increment = phaseIncrement.doubled(isUpper: isUpper)
    let upper = SIMD8<UInt32>(0, 0, 0, 0, .max, .max, .max, .max)
    var pair = phase.doubled(isUpper: isUpper) &+ (increment & upper)
    var frame = 0
    while frame + 2 <= count {
      let two = sample(both, pair, width)
      take(frame, two.doubled(isUpper: false), ramp.next())
      take(frame + 1, two.doubled(isUpper: true), ramp.next())
      pair = pair &+ increment &+ increment
      frame += 2
    }
    return frame
  }

  /// The phase increment of a unison voice.
  @_noLocks @inline(__always)
  private func increment(of voice: Int, _ span: OscillatorSpan) -> SIMD8<UInt32> {
    let own = WaveTableReader.words(cycles: frequency * span.oscillator.value.detune[voice])
    return span.oscillator.value.unison == 1 ? increment : own
  }

  /// Writes the first unison voice to the modulator, without changing its phase.
  @_noLocks @inline(__always)
  mutating func copyFirstVoice(_ span: OscillatorSpan) {
    let (oscillator, parameters, buffer) = (span.oscillator, span.parameters, span.buffers.modulator)
    let (phase, phaseIncrement) = (phases[0], increment(of: 0, span))
    var gain = LaneRamp(.zero)
    play(span, oscillator.value.wave, reader, voice: 0, phaseIncrement, &gain) { frame, sample, _ in
      buffer[frame] = sample
    }
    phases[0] = phase
    guard let old = oscillator.value.oldWave else { return }
    let (arrival, position) = (parameters.value.arrival, parameters.value.position)
    play(span, old, oldReader, voice: 0, phaseIncrement, &gain) { frame, sample, _ in
      buffer[frame] = sample + (buffer[frame] - sample) * arrival.after(position + frame)
    }
    phases[0] = phase
  }

  /// Records when the cycle of the first unison voice restarts, without changing its phase.
  @_noLocks @inline(__always)
  func recordRestarts(_ span: OscillatorSpan) {
    var phase = phases[0]
    let increment = increment(of: 0, span)
    let inverse = 1 / (frequency * span.oscillator.value.detune[0])
    let restarts = span.buffers.restarts
    for frame in 0..<span.count {
      let next = phase &+ increment
      let wrapped = next .< phase
      // The rest of the cycle, as a fraction of it. `inverse` turns it into frames.
      let rest = rt_floats(unsafeBitCast((0 &- phase) &>> 8, to: SIMD8<Int32>.self)) * (1 / 16_777_216)
      restarts[frame] = Lanes.zero.replacing(with: (rest * inverse).within(1e-6, 1), where: wrapped)
      phase = next
    }
  }
}
