import CRealtime
import SpinetDSP
import SpinetVoices

/// How far the LFOs that all voices share move in a control step, in cycles.
struct LFORates: BitwiseCopyable {
  var lfo: Float = 0
  var secondLFO: Float = 0
  var vibrato: Float = 0

  @_noLocks init() {}

  /// [audio-thread]
  @_noLocks init(_ controls: borrowing SynthControls) {
    let seconds = Float(LaneBuffers.capacity) * controls.secondsPerFrame
    lfo = seconds * (controls.seconds(.lfoSync).map { 1 / $0 } ?? controls[.lfoRate])
    secondLFO = seconds * (controls.seconds(.lfo2Sync).map { 1 / $0 } ?? controls[.lfo2Rate])
    vibrato = controls[.vibratoRate] * seconds
  }
}

/// The values of the LFOs that all voices share, at a control step; 0 where nothing uses them.
struct GlobalModulation: BitwiseCopyable {
  var lfo: Float = 0
  var secondLFO: Float = 0
  var vibrato: Float = 0
  let rates: LFORates

  @_noLocks init(_ rates: LFORates = LFORates()) { self.rates = rates }
}

extension SynthVoiceParameters {
  /// Takes the values of the controls, with ramps over `frames` where a step would be audible. [audio-thread]
  @_noLocks mutating func follow(
    _ controls: borrowing SynthControls, waves: borrowing WaveTableBank, frames: Float
  ) {
    advanceRamps()
    amp = controls.envelope(.ampAttack, .ampDecay, .ampSustain, .ampRelease)
    filter = controls.envelope(.filterAttack, .filterDecay, .filterSustain, .filterRelease)
    fadeRate = controls.secondsPerFrame / 0.003
    stepSeconds = Float(LaneBuffers.capacity) * controls.secondsPerFrame
    matrix = ModulationMatrix(controls)
    followPitch(controls)
    followWaves(controls, waves)
    followFilter(controls, 1 / frames)
    wheel = controls[.modWheel]
    followLFOs(controls)
    noise.approach(controls[.noiseLevel], inverseFrames: 1 / frames)
    ampVelocity = controls[.ampVelocity]
    spread = controls[.oscSpread]
    // A factor of 0.5 leaves headroom for a chord at a volume of 0.7. Resonance adds loudness, so it reduces the
    // level.
    amplitude = 0.5 * FastMath.exp2(-1.4 * resonance)
    // After half of the time, three quarters of the interval are done.
    let glide = controls[.glideTime]
    glideCoefficient = glide < 0.001 ? 1 : 1 - FastMath.exp2(-4 * stepSeconds / glide)
  }

  /// Takes the values of the controls without ramps. [audio-thread]
  @_noLocks mutating func settle(_ controls: borrowing SynthControls, waves: borrowing WaveTableBank) {
    // No ramp takes more steps than this.
    for _ in 0..<16 {
      follow(controls, waves: waves, frames: 1)
      follow(GlobalModulation())
      position = 1
    }
  }

  /// Takes the values of the LFOs that all voices share. [audio-thread]
  @_noLocks mutating func follow(_ shared: GlobalModulation) {
    vibrato = shared.vibrato / 12
    lfo.common = shared.lfo
    lfo.increment = shared.rates.lfo
    secondLFO.common = shared.secondLFO
    secondLFO.increment = shared.rates.secondLFO
  }

  /// Whether any voice may have a vibrato. [audio-thread]
  var hasVibrato: Bool { @_noLocks get { vibratoDepth != 0 || pressureVibrato != 0 } }

  @_noLocks private mutating func followLFOs(_ controls: borrowing SynthControls) {
    lfo = controls.lfo(isSource: matrix.uses(.lfo))
    secondLFO = controls.secondLFO(isSource: matrix.uses(.lfo2))
    isMoved = lfo.isUsed || secondLFO.isUsed || matrix.usedSlots > 0
  }

  @_noLocks private mutating func followPitch(_ controls: borrowing SynthControls) {
    let common = controls[.pitchBend] / 12
    firstOscillator.value.pitch = common + controls[.osc1Octave] + controls[.osc1Detune] / 1200
    secondOscillator.value.pitch =
      common + controls[.osc2Octave] + controls[.osc2Detune] / 1200 + controls[.osc2Pitch] / 12
    vibratoDepth = controls[.vibratoDepth]
    pressureVibrato = controls[.pressureVibrato]
    mix = controls[.oscMix]
    hasSecond = mix > 1e-5 || matrix.moves(.mix)
    let depth = controls[.oscFM]
    modulation = depth * depth * 1.5
    isModulated = depth > 1e-3 || matrix.moves(.modulation)
    isSynced = controls[.oscSync] >= 0.5
  }

  @_noLocks private mutating func followWaves(
    _ controls: borrowing SynthControls, _ waves: borrowing WaveTableBank
  ) {
    firstOscillator.value.play(
      Int(controls[.osc1Wave]), waves, width: controls[.osc1Width],
      isArriving: arrival.value < 1)
    secondOscillator.value.play(
      Int(controls[.osc2Wave]), waves, width: controls[.osc2Width],
      isArriving: arrival.value < 1)
    let (detune, spread) = (controls[.unisonDetune], controls[.unisonSpread])
    firstOscillator.value.setUnison(Int(controls[.osc1Unison] + 0.5), detune: detune, spread: spread)
    secondOscillator.value.setUnison(Int(controls[.osc2Unison] + 0.5), detune: detune, spread: spread)
  }

  @_noLocks private mutating func followFilter(_ controls: borrowing SynthControls, _ inverse: Float) {
    cutoff = controls[.filterCutoff]
    tracking = controls[.filterTracking]
    filterEnvelope = controls[.filterEnvelope]
    filterVelocity = controls[.filterVelocity]
    pressureFilter = controls[.pressureFilter]
    timbreFilter = controls[.timbreFilter]
    resonance = controls[.filterResonance]
    damping = StateVariableFilter.damping(resonance: Lanes(repeating: resonance))[0]
    feedback = LadderFilter.feedback(resonance: Lanes(repeating: resonance))[0]
    let drive = controls[.filterDrive]
    driveGain.approach(1 + 5 * drive * drive, inverseFrames: inverse)
    makeUp.approach(1 / rt_sqrtf(1 + 5 * drive * drive), inverseFrames: inverse)
    let mode = Int(controls[.filterMode])
    followMode(mode, inverse)
    filterKind = kind()
  }

  /// Changes to another mode within 10 ms. While the ladder fades in or out, the mix of the two-pole filter does
  /// not change.
  @_noLocks private mutating func followMode(_ mode: Int, _ inverse: Float) {
    let isLadder = mode == FilterMode.ladder.index
    ladderMix.approach(isLadder ? 1 : 0, byAtMost: 0.125, inverseFrames: inverse)
    let target = isLadder ? (dry: dry.value, band: band.value, low: low.value) : mix(of: mode)
    dry.approach(target.dry, byAtMost: 0.25, inverseFrames: inverse)
    band.approach(target.band, byAtMost: 0.25, inverseFrames: inverse)
    low.approach(target.low, byAtMost: 0.25, inverseFrames: inverse)
  }

  /// The mix for each mode. The filter's outputs have twice the amplitude of its input.
  @_noLocks private func mix(of mode: Int) -> (dry: Float, band: Float, low: Float) {
    switch mode {
    case FilterMode.band.index: (dry: 0, band: rt_sqrtf(damping), low: 0)
    case FilterMode.high.index: (dry: 2, band: -damping, low: -1)
    case FilterMode.notch.index: (dry: 2, band: -damping, low: 0)
    default: (dry: 0, band: 0, low: 1)
    }
  }

  @_noLocks private func kind() -> FilterKind {
    if ladderMix.isAt(1) { return .ladder }
    guard ladderMix.isAt(0) else { return .both }
    if resonance > 0.9 || matrix.moves(.resonance) { return .selfOscillating }
    return dry.isAt(0) && band.isAt(0) && low.isAt(1) ? .low : .mixed
  }
}

extension OscillatorParameters {
  /// Plays the waveform with this index. [audio-thread]
  @_noLocks mutating func play(
    _ index: Int, _ waves: borrowing WaveTableBank, width: Float, isArriving: Bool
  ) {
    isPulse = index == Waveform.square.index
    hasDiscontinuities = isPulse || index == Waveform.saw.index
    self.width = width
    wave = waves.table(index)
    oldWave = isArriving && index == Waveform.user.index ? waves.drawn.oldTable : nil
  }

  /// Spreads the unison voices in pitch and between the sides. Together they are as loud as one voice. [audio-thread]
  @_noLocks mutating func setUnison(_ count: Int, detune cents: Float, spread: Float) {
    unison = min(max(count, 1), UnisonOscillator.maxVoices)
    isWide = unison > 1 && spread > 1e-4
    let inverse = unison > 1 ? 2 / Float(unison - 1) : 0
    let offsets = Lanes(0, 1, 2, 3, 4, 5, 6, 7) * inverse - (unison > 1 ? 1 : 0)
    let level = 1 / rt_sqrtf(Float(unison))
    detune = FastMath.exp2(offsets * (cents / 1200))
    left = (1 - offsets * spread) * level
    right = (1 + offsets * spread) * level
  }
}
