import DSP
import Voices

extension VoiceGroup {
  /// Collects what moves each voice, as it stands now.
  @_noLocks @_transparent func collect(_ moved: inout LaneOffsets, _ voicing: UnsafePointer<Voicing>) {
    let one = wave(lfoWave, voicing.pointee.lfo)
    let two = wave(secondLFOWave, voicing.pointee.secondLFO)
    if voicing.pointee.lfo.isUsed { moved.add(one, voicing.pointee.lfo) }
    if voicing.pointee.secondLFO.isUsed { moved.add(two, voicing.pointee.secondLFO) }
    for slot in 0..<voicing.pointee.matrix.usedSlots {
      let source = value(of: voicing.pointee.matrix.sources[slot], one, two, voicing)
      moved.add(source * voicing.pointee.matrix.amounts[slot], to: voicing.pointee.matrix.targets[slot])
    }
  }

  /// One control step of the slow waves that each voice has to itself.
  @_noLocks @_transparent mutating func advanceWaves(_ voicing: UnsafePointer<Voicing>) {
    if voicing.pointee.lfo.isUsed && voicing.pointee.lfo.isOwn {
      let pace = voicing.pointee.lfo.pace * FastMath.exp2(rateOffset(voicing))
      lfoWave = lfo.advance(by: pace.atMost(Lanes(repeating: 0.9)), shape: voicing.pointee.lfo.shape)
    }
    if voicing.pointee.secondLFO.isUsed && voicing.pointee.secondLFO.isOwn {
      secondLFOWave = secondLFO.advance(
        by: Lanes(repeating: voicing.pointee.secondLFO.pace), shape: voicing.pointee.secondLFO.shape)
    }
  }

  /// The slow wave of each voice, once it has waited.
  @_noLocks @_transparent private func wave(_ own: Lanes, _ voicing: LFOVoicing) -> Lanes {
    let wave = voicing.isOwn ? own : Lanes(repeating: voicing.common)
    guard voicing.delay > 0 else { return wave }
    // It comes up in half the time it has waited.
    return wave * ((age - voicing.delay) / (0.5 * voicing.delay)).within(0, 1)
  }

  /// Octaves by which the first slow wave runs faster.
  @_noLocks @_transparent private func rateOffset(_ voicing: UnsafePointer<Voicing>) -> Lanes {
    var faster = Lanes.zero
    for slot in 0..<voicing.pointee.matrix.usedSlots
    where voicing.pointee.matrix.targets[slot] == ModulationMatrix.Target.lfoRate.place {
      let source = value(of: voicing.pointee.matrix.sources[slot], .zero, .zero, voicing)
      faster += source * voicing.pointee.matrix.amounts[slot] * ModulationMatrix.Target.lfoRate.reach
    }
    return faster.within(-8, 8)
  }

  @_noLocks @_transparent
  private func value(
    of source: Int32, _ lfo: Lanes, _ secondLFO: Lanes, _ voicing: UnsafePointer<Voicing>
  ) -> Lanes {
    switch source {
    case ModulationMatrix.Source.ampenv.place: return nextAmpEnvelope.level
    case ModulationMatrix.Source.filterenv.place: return nextFilterEnvelope.level
    case ModulationMatrix.Source.lfo.place: return lfo
    case ModulationMatrix.Source.lfo2.place: return secondLFO
    case ModulationMatrix.Source.velocity.place: return gain.now
    // Octaves from middle C.
    case ModulationMatrix.Source.key.place: return (pitch.now - 8.031) * 0.25
    case ModulationMatrix.Source.wheel.place: return Lanes(repeating: voicing.pointee.wheel)
    case ModulationMatrix.Source.pressure.place: return pressure.now
    case ModulationMatrix.Source.timbre.place: return timbre.now * 2 - 1
    case ModulationMatrix.Source.random.place: return chance
    default: return .zero
    }
  }
}

extension LaneOffsets {
  /// What a slow wave does by itself: tremolo only takes away.
  @_noLocks @_transparent mutating func add(_ wave: Lanes, _ voicing: LFOVoicing) {
    pitch += wave * voicing.pitch
    cutoff += wave * voicing.filter
    amp *= 1 - (0.5 - 0.5 * wave) * voicing.amp
  }

  @_noLocks @_transparent mutating func add(_ amount: Lanes, to target: Int32) {
    switch target {
    case ModulationMatrix.Target.pitch.place: pitch += amount * ModulationMatrix.Target.pitch.reach
    case ModulationMatrix.Target.osc1Pitch.place:
      firstPitch += amount * ModulationMatrix.Target.osc1Pitch.reach
    case ModulationMatrix.Target.osc2Pitch.place:
      secondPitch += amount * ModulationMatrix.Target.osc2Pitch.reach
    case ModulationMatrix.Target.width.place: width += amount * ModulationMatrix.Target.width.reach
    case ModulationMatrix.Target.mix.place: mix += amount
    case ModulationMatrix.Target.modulation.place: modulation += amount
    case ModulationMatrix.Target.cutoff.place: cutoff += amount * ModulationMatrix.Target.cutoff.reach
    case ModulationMatrix.Target.resonance.place:
      resonance += amount
      isResonant = true
    case ModulationMatrix.Target.amp.place: amp *= (1 + amount).within(0, 2)
    case ModulationMatrix.Target.pan.place:
      pan += amount
      isPanned = true
    default: break
    }
  }
}
