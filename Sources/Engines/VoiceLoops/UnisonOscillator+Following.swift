import CRealtime
import SpinetDSP
import SpinetVoices

/// An oscillator that depends on the first one, which modulates its phase or restarts its cycle.
extension UnisonOscillator {
  /// Adds all unison voices with phase modulation.
  @_noLocks @inline(__always)
  mutating func fillModulated(_ span: OscillatorSpan, _ depth: inout LaneRamp, _ gain: inout LaneRamp) {
    let (firstDepth, firstGain, still) = (depth, gain, self)
    for voice in 0..<span.oscillator.value.unison {
      (depth, gain) = (firstDepth, firstGain)
      if span.oscillator.value.oldWave == nil {
        playModulated(span, voice: voice, &depth, &gain) { _, phase in still.sample(span, phase) }
      } else {
        playModulated(span, voice: voice, &depth, &gain) { frame, phase in
          still.sample(span, at: frame, phase)
        }
      }
    }
  }

  /// - Parameter wave: the wave at a frame and a phase.
  @_noLocks @inline(__always)
  private mutating func playModulated(
    _ span: OscillatorSpan, voice: Int, _ depth: inout LaneRamp, _ gain: inout LaneRamp,
    wave: (Int, SIMD8<UInt32>) -> Lanes
  ) {
    let buffers = span.buffers
    var phase = phases[voice]
    let increment = WaveTableReader.words(cycles: frequency * span.oscillator.value.detune[voice])
    for frame in 0..<span.count {
      let offset = WaveTableReader.words(cycles: buffers.modulator[frame] * depth.next())
      let sample = wave(frame, phase &+ offset) * gain.next()
      add(sample, of: voice, frame, span)
      phase = phase &+ increment
    }
    phases[voice] = phase
  }

  /// Adds all unison voices, whose cycles restart with the first oscillator's.
  @_noLocks @inline(__always)
  mutating func fillSynced(
    _ span: OscillatorSpan, isModulated: Bool, _ depth: inout LaneRamp, _ gain: inout LaneRamp
  ) {
    hasTails = true
    let (firstDepth, firstGain, still) = (depth, gain, self)
    for voice in 0..<span.oscillator.value.unison {
      (depth, gain) = (firstDepth, firstGain)
      if span.oscillator.value.hasDiscontinuities && !isModulated {
        playBandLimited(span, voice: voice, &gain)
      } else if span.oscillator.value.oldWave == nil {
        playRestarts(span, voice: voice, isModulated: isModulated, &depth, &gain) { _, phase in
          still.sample(span, phase)
        }
      } else {
        playRestarts(span, voice: voice, isModulated: isModulated, &depth, &gain) { frame, phase in
          still.sample(span, at: frame, phase)
        }
      }
    }
    tailPosition = (tailPosition + span.count) & (Self.tailLength - 1)
  }

  /// Plays one unison voice of a wave without jumps. A restart makes a step and a corner in it. The step is
  /// corrected in the samples after it, the corner in the two samples next to it (Esqueda, Välimäki and Bilbao,
  /// "Rounding corners with BLAMP", 2016).
  ///
  /// - Parameter wave: the wave at a frame and a phase.
  @_noLocks @inline(__always)
  private mutating func playRestarts(
    _ span: OscillatorSpan, voice: Int, isModulated: Bool, _ depth: inout LaneRamp, _ gain: inout LaneRamp,
    wave: (Int, SIMD8<UInt32>) -> Lanes
  ) {
    let buffers = span.buffers
    var phase = phases[voice]
    let frequency = self.frequency * span.oscillator.value.detune[voice]
    let increment = WaveTableReader.words(cycles: frequency)
    let kernel = span.parameters.value.steps
    for frame in 0..<span.count {
      var offset = SIMD8<UInt32>.zero
      if isModulated { offset = WaveTableReader.words(cycles: buffers.modulator[frame] * depth.next()) }
      var sample = wave(frame, phase &+ offset) + popTail(of: voice, frame)
      let time = buffers.restarts[frame]
      let restarts = time .> Lanes.zero
      var next = phase &+ increment
      if restarts.isAnyTrue {
        let end = phase &+ offset &+ WaveTableReader.words(cycles: frequency * time)
        let context = StepContext(voice: voice, frame: frame, kernel: kernel)
        sample += addRestarts(from: end, to: offset, at: time, increment, context, wave: wave)
        next.replace(with: WaveTableReader.words(cycles: frequency * (1 - time)), where: restarts)
      }
      add(sample * gain.next(), of: voice, frame, span)
      phase = next
    }
    phases[voice] = phase
  }

  /// Adds the corrections of restarts to the samples after this one. Returns the correction of this sample.
  ///
  /// - Parameter times: above 0 in the lanes that restart.
  @_noLocks @inline(__always)
  private func addRestarts(
    from end: SIMD8<UInt32>, to start: SIMD8<UInt32>, at times: Lanes, _ increment: SIMD8<UInt32>,
    _ context: StepContext, wave: (Int, SIMD8<UInt32>) -> Lanes
  ) -> Lanes {
    let frame = context.frame
    let (high, low) = (wave(frame, start), wave(frame, end))
    let heights = high - low
    for lane in 0..<8 where times[lane] > 0 {
      addStep(heights[lane], at: times[lane], lane, context)
    }
    // A sixth of the difference of the slopes after and before the restart, per frame.
    let eighth = increment &>> 3
    let slopes = (wave(frame, start &+ eighth) - high) - (low - wave(frame, end &- eighth))
    let corner = (slopes * (8.0 / 6)).replacing(with: 0, where: times .<= Lanes.zero)
    tails[tailIndex(context.voice, frame + 1)] += corner * (times * times * times)
    let rest = 1 - times
    return corner * (rest * rest * rest)
  }

  @_noLocks @inline(__always)
  private func sample(_ span: OscillatorSpan, _ phase: SIMD8<UInt32>) -> Lanes {
    let sample = reader.sample(of: span.oscillator.value.wave, at: phase)
    guard span.oscillator.value.isPulse else { return sample }
    return sample - reader.sample(of: span.oscillator.value.wave, at: phase &+ width)
  }

  /// A mix of the old and the new wave. Only a drawn wave changes like this, and it is not a pulse.
  @_noLocks @inline(__always)
  private func sample(_ span: OscillatorSpan, at frame: Int, _ phase: SIMD8<UInt32>) -> Lanes {
    let sample = reader.sample(of: span.oscillator.value.wave, at: phase)
    guard let old = span.oscillator.value.oldWave else { return sample }
    let before = oldReader.sample(of: old, at: phase)
    let parameters = span.parameters
    return before + (sample - before) * parameters.value.arrival.after(parameters.value.position + frame)
  }

  /// Adds a sample at its position between the sides.
  @_noLocks @inline(__always)
  func add(_ sample: Lanes, of voice: Int, _ frame: Int, _ span: OscillatorSpan) {
    let buffers = span.buffers
    let (left, right) = (span.oscillator.value.left[voice], span.oscillator.value.right[voice])
    buffers.source[frame] = rt_fused(sample, Lanes(repeating: left), buffers.source[frame])
    guard span.isStereo else { return }
    buffers.rightSource[frame] = rt_fused(sample, Lanes(repeating: right), buffers.rightSource[frame])
  }
}
