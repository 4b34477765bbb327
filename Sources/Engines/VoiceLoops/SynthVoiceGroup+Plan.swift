import CRealtime
import SpinetDSP
import SpinetVoices

extension SynthVoiceGroup {
  /// Sets the ramps of the next `frames`. [audio-thread]
  @_noLocks @_transparent
  mutating func plan(_ parameters: VoiceParametersView, frames: Float, lastPitch: Float) {
    let inverse = 1 / frames
    let restarted = self.restarted .== SIMD8<Int32>(repeating: 1)
    if restarted.isAnyTrue { settle(restarted, parameters, from: lastPitch) }
    advanceEnvelopes(parameters, frames)
    var moved = VoiceModulation()
    if parameters.value.isMoved { collect(&moved, parameters) }
    planPitch(parameters, moved)
    planGains(parameters, moved, inverse, restarted)
    planLoudness(parameters, moved, inverse)
    planFilter(parameters, moved, inverse, restarted)
    self.restarted = .zero
    isDirty = false
  }

  /// A voice that has just started takes its targets at once. With portamento its pitch starts at the last note's
  /// pitch.
  @_noLocks @_transparent
  private mutating func settle(
    _ restarted: LaneMask, _ parameters: VoiceParametersView, from lastPitch: Float
  ) {
    pitch.settle(restarted)
    if parameters.value.glideCoefficient < 1, lastPitch == lastPitch {
      pitch.now.replace(with: lastPitch, where: restarted)
    }
    bend.settle(restarted)
    gain.settle(restarted)
    pressure.settle(restarted)
    timbre.settle(restarted)
  }

  @_noLocks @_transparent
  private mutating func advanceEnvelopes(_ parameters: VoiceParametersView, _ frames: Float) {
    nextAmpEnvelope = ampEnvelope
    nextFilterEnvelope = filterEnvelope
    let fadeRate = parameters.value.fadeRate
    nextAmpEnvelope.advance(by: frames, shape: parameters.value.amp, fadeRate: fadeRate)
    nextFilterEnvelope.advance(by: frames, shape: parameters.value.filter, fadeRate: fadeRate)
    ahead = frames
  }

  @_noLocks @_transparent
  private mutating func planPitch(_ parameters: VoiceParametersView, _ moved: VoiceModulation) {
    let depth = parameters.value.vibratoDepth + parameters.value.pressureVibrato * pressure.now
    let played = pitch.now + bend.now + parameters.value.vibrato * depth + moved.pitch
    let (one, two) = (parameters.value.first.pitch, parameters.value.second.pitch)
    first.tune(to: played + one + moved.firstPitch, parameters.value.firstOscillator, parameters)
    second.tune(to: played + two + moved.secondPitch, parameters.value.secondOscillator, parameters)
    if parameters.value.first.isPulse { first.setWidth(parameters.value.first.width + moved.width) }
    if parameters.value.second.isPulse { second.setWidth(parameters.value.second.width + moved.width) }
  }

  /// Sets the oscillators' levels. The source has half the amplitude, because the filters' outputs have twice the
  /// amplitude.
  @_noLocks @_transparent
  private mutating func planGains(
    _ parameters: VoiceParametersView, _ moved: VoiceModulation, _ inverse: Float,
    _ restarted: LaneMask
  ) {
    let mix = (parameters.value.mix + moved.mix).within(0, 1)
    let unit = 0.5 * WaveTable.unit
    firstGain.approach((1 - mix) * (1 + 0.4 * mix) * unit, inverseFrames: inverse, restarted: restarted)
    secondGain.approach(mix * (1.4 - 0.4 * mix) * unit, inverseFrames: inverse, restarted: restarted)
    let depth = (parameters.value.modulation + moved.modulation).atLeast(.zero)
    modulation.approach(depth * WaveTable.unit, inverseFrames: inverse, restarted: restarted)
  }

  @_noLocks @_transparent
  private mutating func planLoudness(
    _ parameters: VoiceParametersView, _ moved: VoiceModulation, _ inverse: Float
  ) {
    let velocity = 1 + parameters.value.ampVelocity * (gain.now * gain.now - 1)
    let loudness = nextAmpEnvelope.level * velocity * parameters.value.amplitude * moved.amp
    if parameters.value.isStereo && !isStereo { copyStates() }
    isStereo = parameters.value.isStereo
    let apart = left.value - right.value
    let isLopsided = (apart * apart .> Lanes(repeating: 1e-10)).isAnyTrue
    isCentred = parameters.value.spread == 0 && !isStereo && !moved.isPanned && !isLopsided
    let pan = (position * (parameters.value.spread * 0.5) + moved.pan).within(-1, 1)
    left.step = (loudness * (1 - pan) - left.value) * inverse
    right.step = (loudness * (1 + pan) - right.value) * inverse
  }

  /// When the sides begin to differ, the right one starts from the state that both have shared.
  @_noLocks @_transparent private mutating func copyStates() {
    rightState = filter.state
    rightLadderState = ladder.state
  }

  @_noLocks @_transparent
  private mutating func planFilter(
    _ parameters: VoiceParametersView, _ moved: VoiceModulation, _ inverse: Float,
    _ restarted: LaneMask
  ) {
    let cutoff = self.cutoff(parameters) + moved.cutoff
    let bounded = cutoff.within(4.2, 14.4)
    var damping = Lanes(repeating: parameters.value.damping)
    var feedback = Lanes(repeating: parameters.value.feedback)
    oscillationGrowth = Lanes(repeating: StateVariableFilter.growth(resonance: parameters.value.resonance))
    if moved.isResonant {
      let resonance = (parameters.value.resonance + moved.resonance).within(0, 1)
      damping = StateVariableFilter.damping(resonance: resonance)
      feedback = LadderFilter.feedback(resonance: resonance)
      oscillationGrowth = StateVariableFilter.growth(resonance: resonance)
    }
    planLadder(parameters, bounded, feedback, inverse, restarted)
    planTwoPoles(parameters, bounded, damping, inverse, restarted)
  }

  @_noLocks @_transparent
  private mutating func planLadder(
    _ parameters: VoiceParametersView, _ cutoff: Lanes, _ feedback: Lanes, _ inverse: Float,
    _ restarted: LaneMask
  ) {
    let isActive = parameters.value.filterKind.hasLadder
    let isNew = isActive && !hadLadder
    hadLadder = isActive
    guard isActive else { return }
    if isNew {
      ladder.state.clear()
      rightLadderState.clear()
    }
    ladder.coefficients.approach(
      cutoff: cutoff, feedback: feedback, inverseFrames: inverse, range: parameters.value.range,
      restarted: isNew ? Lanes.zero .== Lanes.zero : restarted)
  }

  @_noLocks @_transparent
  private mutating func planTwoPoles(
    _ parameters: VoiceParametersView, _ cutoff: Lanes, _ damping: Lanes, _ inverse: Float,
    _ restarted: LaneMask
  ) {
    let isActive = parameters.value.filterKind.hasTwoPoles
    let isNew = isActive && !hadTwoPoles
    hadTwoPoles = isActive
    guard isActive else { return }
    if isNew {
      filter.state.clear()
      rightState.clear()
    }
    filter.coefficients.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: parameters.value.range,
      restarted: isNew ? Lanes.zero .== Lanes.zero : restarted)
  }

  /// The cutoff in octaves above 1 Hz.
  @_noLocks @_transparent private func cutoff(_ parameters: VoiceParametersView) -> Lanes {
    // Keyboard tracking is relative to middle C, log₂ 261.6.
    let tracked = parameters.value.tracking * (pitch.now + bend.now - 8.031)
    let swing = parameters.value.filterEnvelope * (1 + parameters.value.filterVelocity * (gain.now - 1))
    let pressed = parameters.value.pressureFilter * pressure.now
    let expression = pressed + parameters.value.timbreFilter * (timbre.now * 2 - 1)
    return parameters.value.cutoff + tracked + swing * nextFilterEnvelope.level + expression
  }
}

extension UnisonOscillator {
  /// Sets the pitch, in octaves above 1 Hz, if it has changed.
  @_noLocks @_transparent
  mutating func tune(
    to pitch: Lanes, _ playing: OscillatorView,
    _ parameters: VoiceParametersView
  ) {
    let (wave, range) = (playing.value.wave, parameters.value.range)
    if let old = playing.value.oldWave {
      oldReader.selectLevel(for: pitch.within(-4, range.highest), in: old, range: range)
    }
    let table = wave.identity
    guard (pitch .!= tunedPitch).isAnyTrue || table != tunedTable else { return }
    tunedPitch = pitch
    tunedTable = table
    let octaves = pitch.within(-4, range.highest)
    frequency = FastMath.exp2(octaves - range.octavesPerSample)
    increment = WaveTableReader.words(cycles: frequency)
    reader.selectLevel(for: octaves, in: wave, range: range)
  }

  @_noLocks @_transparent mutating func setWidth(_ width: Lanes) {
    self.width = WaveTableReader.words(cycles: width.within(0.02, 0.98))
  }
}
