import CRealtime
import DSP
import Voices

/// The slow things of the whole instrument, where they stand now.
struct Motion: BitwiseCopyable {
  var lfo: Float = 0
  var secondLFO: Float = 0
  var vibrato: Float = 0
  /// Cycles that the slow waves take in a control step.
  var lfoPace: Float = 0
  var secondLFOPace: Float = 0

  @_noLocks init() {}
}

extension Voicing {
  /// Goes where the widgets say, within `frames` where a step would be heard. [audio-thread]
  @_noLocks mutating func follow(
    _ controls: Controls, _ motion: Motion, waves: WaveShelf, frames: Float
  ) {
    bringRampsUp()
    amp = controls.envelope(.ampAttack, .ampDecay, .ampSustain, .ampRelease)
    filter = controls.envelope(.filterAttack, .filterDecay, .filterSustain, .filterRelease)
    fadeRate = controls.secondsPerFrame / 0.003
    stepSeconds = Float(LaneBuffers.capacity) * controls.secondsPerFrame
    matrix = ModulationMatrix(controls)
    followPitch(controls, motion)
    followWaves(controls, waves)
    followFilter(controls, 1 / frames)
    wheel = controls[.modWheel]
    followSlowWaves(controls, motion)
    noise.approach(controls[.noiseLevel], inverseFrames: 1 / frames)
    ampVelocity = controls[.ampVelocity]
    spread = controls[.oscSpread]
    // A half, under a volume of 0.7, leaves room for a chord; a resonant peak takes from the rest, or high
    // resonance would only be loud.
    amplitude = 0.5 * FastMath.exp2(-1.4 * resonance)
    // Three quarters of the interval in half the time.
    let glide = controls[.glideTime]
    glidePace = glide < 0.001 ? 1 : 1 - FastMath.exp2(-4 * stepSeconds / glide)
  }

  /// Where the widgets say, without a glide. [audio-thread]
  @_noLocks mutating func settle(_ controls: Controls, waves: WaveShelf) {
    // As often as the longest way takes.
    for _ in 0..<16 {
      follow(controls, Motion(), waves: waves, frames: 1)
      position = 1
    }
  }

  @_noLocks private mutating func followSlowWaves(_ controls: Controls, _ motion: Motion) {
    let move = LFOMove(controls)
    lfo = move.first(common: motion.lfo, pace: motion.lfoPace, isSource: matrix.uses(.lfo))
    secondLFO = move.second(
      common: motion.secondLFO, pace: motion.secondLFOPace, isSource: matrix.uses(.lfo2))
    isMoved = lfo.isUsed || secondLFO.isUsed || matrix.usedSlots > 0
  }

  @_noLocks private mutating func followPitch(_ controls: Controls, _ motion: Motion) {
    let common = controls[.pitchBend] / 12
    oscillators[0].pitch = common + controls[.osc1Octave] + controls[.osc1Detune] / 1200
    oscillators[1].pitch =
      common + controls[.osc2Octave] + controls[.osc2Detune] / 1200 + controls[.osc2Pitch] / 12
    vibrato = motion.vibrato / 12
    vibratoDepth = controls[.vibratoDepth]
    pressureVibrato = controls[.pressureVibrato]
    mix = controls[.oscMix]
    hasSecond = mix > 1e-5 || matrix.moves(.mix)
    let depth = controls[.oscFM]
    modulation = depth * depth * 1.5
    isModulated = depth > 1e-3 || matrix.moves(.modulation)
    isSynced = controls[.oscSync] >= 0.5
  }

  @_noLocks private mutating func followWaves(_ controls: Controls, _ waves: WaveShelf) {
    oscillators[0].play(
      Int(controls[.osc1Wave]), waves, width: controls[.osc1Width],
      isArriving: arrival.value < 1)
    oscillators[1].play(
      Int(controls[.osc2Wave]), waves, width: controls[.osc2Width],
      isArriving: arrival.value < 1)
    let (detune, spread) = (controls[.unisonDetune], controls[.unisonSpread])
    oscillators[0].setUnison(Int(controls[.osc1Unison] + 0.5), detune: detune, spread: spread)
    oscillators[1].setUnison(Int(controls[.osc2Unison] + 0.5), detune: detune, spread: spread)
  }

  @_noLocks private mutating func followFilter(_ controls: Controls, _ inverse: Float) {
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
    push.approach(1 + 5 * drive * drive, inverseFrames: inverse)
    makeUp.approach(1 / rt_sqrtf(1 + 5 * drive * drive), inverseFrames: inverse)
    let mode = Int(controls[.filterMode])
    followMode(mode, inverse)
    filterKind = kind()
  }

  /// To another mode within 10 ms. The ladder is faded in and out; beside it the mixture stays as it was.
  @_noLocks private mutating func followMode(_ mode: Int, _ inverse: Float) {
    let isLadder = mode == FilterMode.ladder.place
    ladderShare.approach(isLadder ? 1 : 0, byAtMost: 0.125, inverseFrames: inverse)
    let goal = isLadder ? (through: through.value, band: band.value, low: low.value) : mixture(mode)
    through.approach(goal.through, byAtMost: 0.25, inverseFrames: inverse)
    band.approach(goal.band, byAtMost: 0.25, inverseFrames: inverse)
    low.approach(goal.low, byAtMost: 0.25, inverseFrames: inverse)
  }

  /// What of input, band and low makes each mode; the filter's outputs are twice as high as its input.
  @_noLocks private func mixture(_ mode: Int) -> (through: Float, band: Float, low: Float) {
    switch mode {
    case FilterMode.band.place: (through: 0, band: rt_sqrtf(damping), low: 0)
    case FilterMode.high.place: (through: 2, band: -damping, low: -1)
    case FilterMode.notch.place: (through: 2, band: -damping, low: 0)
    default: (through: 0, band: 0, low: 1)
    }
  }

  @_noLocks private func kind() -> FilterKind {
    if ladderShare.isAt(1) { return .ladder }
    guard ladderShare.isAt(0) else { return .both }
    if resonance > 0.9 || matrix.moves(.resonance) { return .singing }
    return through.isAt(0) && band.isAt(0) && low.isAt(1) ? .low : .mixed
  }
}

extension OscillatorVoicing {
  /// Plays a waveform by its place among all. [audio-thread]
  @_noLocks mutating func play(_ index: Int, _ waves: WaveShelf, width: Float, isArriving: Bool) {
    isPulse = index == Waveform.square.index
    hasEdges = isPulse || index == Waveform.saw.index
    self.width = width
    wave = waves.table(index)
    oldWave = isArriving && index == Waveform.user.index ? waves.drawn.oldTable : nil
  }

  /// As loud together as one alone; from the lowest to the highest from side to side. [audio-thread]
  @_noLocks mutating func setUnison(_ count: Int, detune cents: Float, spread: Float) {
    unison = min(max(count, 1), UnisonOscillator.mostVoices)
    isWide = unison > 1 && spread > 1e-4
    let inverse = unison > 1 ? 2 / Float(unison - 1) : 0
    let places = Lanes(0, 1, 2, 3, 4, 5, 6, 7) * inverse - (unison > 1 ? 1 : 0)
    let level = 1 / rt_sqrtf(Float(unison))
    detune = FastMath.exp2(places * (cents / 1200))
    left = (1 - places * spread) * level
    right = (1 + places * spread) * level
  }
}
