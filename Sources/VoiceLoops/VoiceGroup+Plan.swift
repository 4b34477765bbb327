import CRealtime
import DSP
import Voices

extension VoiceGroup {
  /// Lays the straight lines of the next `frames`. [audio-thread]
  @_noLocks @_transparent
  mutating func plan(_ voicing: UnsafePointer<Voicing>, frames: Float, lastPitch: Float) {
    let inverse = 1 / frames
    let fresh = self.fresh .== SIMD8<Int32>(repeating: 1)
    if fresh.isAnyTrue { settle(fresh, voicing, from: lastPitch) }
    advanceEnvelopes(voicing, frames)
    var moved = LaneOffsets()
    if voicing.pointee.isMoved { collect(&moved, voicing) }
    planPitch(voicing, moved)
    planGains(voicing, moved, inverse, fresh)
    planLoudness(voicing, moved, inverse)
    planFilter(voicing, moved, inverse, fresh)
    self.fresh = .zero
    isDirty = false
  }

  /// What has just begun starts where it is told, its pitch from the last one's if that glides.
  @_noLocks @_transparent
  private mutating func settle(_ fresh: LaneMask, _ voicing: UnsafePointer<Voicing>, from lastPitch: Float) {
    pitch.settle(fresh)
    if voicing.pointee.glidePace < 1, lastPitch == lastPitch {
      pitch.now.replace(with: lastPitch, where: fresh)
    }
    bend.settle(fresh)
    gain.settle(fresh)
    pressure.settle(fresh)
    timbre.settle(fresh)
  }

  @_noLocks @_transparent
  private mutating func advanceEnvelopes(_ voicing: UnsafePointer<Voicing>, _ frames: Float) {
    nextAmpEnvelope = ampEnvelope
    nextFilterEnvelope = filterEnvelope
    let fadeRate = voicing.pointee.fadeRate
    nextAmpEnvelope.advance(by: frames, shape: voicing.pointee.amp, fadeRate: fadeRate)
    nextFilterEnvelope.advance(by: frames, shape: voicing.pointee.filter, fadeRate: fadeRate)
    ahead = frames
  }

  @_noLocks @_transparent
  private mutating func planPitch(_ voicing: UnsafePointer<Voicing>, _ moved: LaneOffsets) {
    let depth = voicing.pointee.vibratoDepth + voicing.pointee.pressureVibrato * pressure.now
    let played = pitch.now + bend.now + voicing.pointee.vibrato * depth + moved.pitch
    let (one, two) = (voicing.pointee.first.pitch, voicing.pointee.second.pitch)
    first.tune(to: played + one + moved.firstPitch, voicing.pointee.oscillators, voicing)
    second.tune(to: played + two + moved.secondPitch, voicing.pointee.oscillators + 1, voicing)
    if voicing.pointee.first.isPulse { first.setWidth(voicing.pointee.first.width + moved.width) }
    if voicing.pointee.second.isPulse { second.setWidth(voicing.pointee.second.width + moved.width) }
  }

  /// The source is half as high as it is called, because the filters' outputs are twice as high.
  @_noLocks @_transparent
  private mutating func planGains(
    _ voicing: UnsafePointer<Voicing>, _ moved: LaneOffsets, _ inverse: Float, _ fresh: LaneMask
  ) {
    let mix = (voicing.pointee.mix + moved.mix).within(0, 1)
    let unit = 0.5 * WaveTable.unit
    firstGain.approach((1 - mix) * (1 + 0.4 * mix) * unit, inverseFrames: inverse, fresh: fresh)
    secondGain.approach(mix * (1.4 - 0.4 * mix) * unit, inverseFrames: inverse, fresh: fresh)
    let depth = (voicing.pointee.modulation + moved.modulation).atLeast(.zero)
    modulation.approach(depth * WaveTable.unit, inverseFrames: inverse, fresh: fresh)
  }

  @_noLocks @_transparent
  private mutating func planLoudness(
    _ voicing: UnsafePointer<Voicing>, _ moved: LaneOffsets, _ inverse: Float
  ) {
    let velocity = 1 + voicing.pointee.ampVelocity * (gain.now * gain.now - 1)
    let loudness = nextAmpEnvelope.level * velocity * voicing.pointee.amplitude * moved.amp
    if voicing.pointee.isStereo && !isStereo { copyMemories() }
    isStereo = voicing.pointee.isStereo
    let apart = left.value - right.value
    let isLopsided = (apart * apart .> Lanes(repeating: 1e-10)).isAnyTrue
    isCentred = voicing.pointee.spread == 0 && !isStereo && !moved.isPanned && !isLopsided
    let place = (position * (voicing.pointee.spread * 0.5) + moved.pan).within(-1, 1)
    left.step = (loudness * (1 - place) - left.value) * inverse
    right.step = (loudness * (1 + place) - right.value) * inverse
  }

  /// The right side goes on from where both were.
  @_noLocks @_transparent private mutating func copyMemories() {
    rightMemory = filter.memory
    rightLadderMemory = ladder.memory
  }

  @_noLocks @_transparent
  private mutating func planFilter(
    _ voicing: UnsafePointer<Voicing>, _ moved: LaneOffsets, _ inverse: Float, _ fresh: LaneMask
  ) {
    let cutoff = self.cutoff(voicing) + moved.cutoff
    let bounded = cutoff.within(4.2, 14.4)
    var damping = Lanes(repeating: voicing.pointee.damping)
    var feedback = Lanes(repeating: voicing.pointee.feedback)
    singing = Lanes(repeating: StateVariableFilter.growth(resonance: voicing.pointee.resonance))
    if moved.isResonant {
      let resonance = (voicing.pointee.resonance + moved.resonance).within(0, 1)
      damping = StateVariableFilter.damping(resonance: resonance)
      feedback = LadderFilter.feedback(resonance: resonance)
      singing = StateVariableFilter.growth(resonance: resonance)
    }
    aimLadder(voicing, bounded, feedback, inverse, fresh)
    aimTwoPoles(voicing, bounded, damping, inverse, fresh)
  }

  @_noLocks @_transparent
  private mutating func aimLadder(
    _ voicing: UnsafePointer<Voicing>, _ cutoff: Lanes, _ feedback: Lanes, _ inverse: Float,
    _ fresh: LaneMask
  ) {
    let isHeard = voicing.pointee.filterKind.hasLadder
    let isNew = isHeard && !hadLadder
    hadLadder = isHeard
    guard isHeard else { return }
    if isNew {
      ladder.memory.clear()
      rightLadderMemory.clear()
    }
    ladder.setting.approach(
      cutoff: cutoff, feedback: feedback, inverseFrames: inverse, range: voicing.pointee.range,
      fresh: isNew ? Lanes.zero .== Lanes.zero : fresh)
  }

  @_noLocks @_transparent
  private mutating func aimTwoPoles(
    _ voicing: UnsafePointer<Voicing>, _ cutoff: Lanes, _ damping: Lanes, _ inverse: Float, _ fresh: LaneMask
  ) {
    let isHeard = voicing.pointee.filterKind.hasTwoPoles
    let isNew = isHeard && !hadTwoPoles
    hadTwoPoles = isHeard
    guard isHeard else { return }
    if isNew {
      filter.memory.clear()
      rightMemory.clear()
    }
    filter.setting.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: voicing.pointee.range,
      fresh: isNew ? Lanes.zero .== Lanes.zero : fresh)
  }

  /// In octaves above 1 Hz.
  @_noLocks @_transparent private func cutoff(_ voicing: UnsafePointer<Voicing>) -> Lanes {
    // Keyboard tracking turns around middle C, log₂ 261.6.
    let tracked = voicing.pointee.tracking * (pitch.now + bend.now - 8.031)
    let swing = voicing.pointee.filterEnvelope * (1 + voicing.pointee.filterVelocity * (gain.now - 1))
    let pressed = voicing.pointee.pressureFilter * pressure.now
    let touched = pressed + voicing.pointee.timbreFilter * (timbre.now * 2 - 1)
    return voicing.pointee.cutoff + tracked + swing * nextFilterEnvelope.level + touched
  }
}

extension UnisonOscillator {
  /// A pitch that has not moved needs nothing.
  @_noLocks @_transparent
  mutating func tune(
    to pitch: Lanes, _ playing: UnsafePointer<OscillatorVoicing>, _ voicing: UnsafePointer<Voicing>
  ) {
    let (wave, range) = (playing.pointee.wave, voicing.pointee.range)
    if let old = playing.pointee.oldWave {
      oldReading.aim(at: pitch.within(-4, range.highest), in: old, range: range)
    }
    let table = UnsafeRawPointer(wave.identity)
    guard (pitch .!= tunedPitch).isAnyTrue || table != tunedTable else { return }
    tunedPitch = pitch
    tunedTable = table
    let octaves = pitch.within(-4, range.highest)
    pace = FastMath.exp2(octaves - range.octavesPerSample)
    increment = TableOscillator.words(cycles: pace)
    reading.aim(at: octaves, in: wave, range: range)
  }

  @_noLocks @_transparent mutating func setWidth(_ width: Lanes) {
    self.width = TableOscillator.words(cycles: width.within(0.02, 0.98))
  }
}
