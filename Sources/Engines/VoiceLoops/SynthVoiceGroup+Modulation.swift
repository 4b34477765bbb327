import SpinetDSP
import SpinetVoices

extension SynthVoiceGroup {
  /// Adds up the modulation of each voice.
  @_noLocks @_transparent func collect(
    _ moved: inout VoiceModulation, _ parameters: VoiceParametersView
  ) {
    let one = value(lfoWave, parameters.value.lfo)
    let two = value(secondLFOWave, parameters.value.secondLFO)
    if parameters.value.lfo.isUsed { moved.add(one, parameters.value.lfo) }
    if parameters.value.secondLFO.isUsed { moved.add(two, parameters.value.secondLFO) }
    for slot in 0..<parameters.value.matrix.usedSlots {
      let source = value(of: parameters.value.matrix.sources[slot], one, two, parameters)
      moved.add(source * parameters.value.matrix.amounts[slot], to: parameters.value.matrix.targets[slot])
    }
  }

  /// One control step of each voice's own LFOs.
  @_noLocks @_transparent mutating func advanceLFOs(_ parameters: VoiceParametersView) {
    if parameters.value.lfo.isUsed && parameters.value.lfo.isOwn {
      let increment = parameters.value.lfo.increment * FastMath.exp2(rateOffset(parameters))
      lfoWave = lfo.advance(by: increment.atMost(Lanes(repeating: 0.9)), shape: parameters.value.lfo.shape)
    }
    if parameters.value.secondLFO.isUsed && parameters.value.secondLFO.isOwn {
      secondLFOWave = secondLFO.advance(
        by: Lanes(repeating: parameters.value.secondLFO.increment),
        shape: parameters.value.secondLFO.shape)
    }
  }

  /// The LFO of each voice, after its delay.
  @_noLocks @_transparent private func value(_ own: Lanes, _ parameters: LFOParameters) -> Lanes {
    let wave = parameters.isOwn ? own : Lanes(repeating: parameters.common)
    guard parameters.delay > 0 else { return wave }
    // It fades in within half of the delay.
    return wave * ((age - parameters.delay) / (0.5 * parameters.delay)).within(0, 1)
  }

  /// The modulation of the first LFO's rate, in octaves.
  @_noLocks @_transparent private func rateOffset(_ parameters: VoiceParametersView) -> Lanes {
    var faster = Lanes.zero
    for slot in 0..<parameters.value.matrix.usedSlots
    where parameters.value.matrix.targets[slot] == ModulationMatrix.Target.lfoRate.index {
      let source = value(of: parameters.value.matrix.sources[slot], .zero, .zero, parameters)
      faster += source * parameters.value.matrix.amounts[slot] * ModulationMatrix.Target.lfoRate.reach
    }
    return faster.within(-8, 8)
  }

  @_noLocks @_transparent
  private func value(
    of source: Int32, _ lfo: Lanes, _ secondLFO: Lanes, _ parameters: VoiceParametersView
  ) -> Lanes {
    switch source {
    case ModulationMatrix.Source.ampenv.index: return nextAmpEnvelope.level
    case ModulationMatrix.Source.filterenv.index: return nextFilterEnvelope.level
    case ModulationMatrix.Source.lfo.index: return lfo
    case ModulationMatrix.Source.lfo2.index: return secondLFO
    case ModulationMatrix.Source.velocity.index: return gain.now
    // The octaves from middle C, divided by 4.
    case ModulationMatrix.Source.key.index: return (pitch.now - 8.031) * 0.25
    case ModulationMatrix.Source.wheel.index: return Lanes(repeating: parameters.value.wheel)
    case ModulationMatrix.Source.pressure.index: return pressure.now
    case ModulationMatrix.Source.timbre.index: return timbre.now * 2 - 1
    case ModulationMatrix.Source.random.index: return chance
    default: return .zero
    }
  }
}

extension VoiceModulation {
  /// Adds an LFO's direct modulation. A tremolo only reduces the loudness.
  @_noLocks @_transparent mutating func add(_ wave: Lanes, _ parameters: LFOParameters) {
    pitch += wave * parameters.pitch
    cutoff += wave * parameters.filter
    amp *= 1 - (0.5 - 0.5 * wave) * parameters.amp
  }

  @_noLocks @_transparent mutating func add(_ amount: Lanes, to target: Int32) {
    switch target {
    case ModulationMatrix.Target.pitch.index: pitch += amount * ModulationMatrix.Target.pitch.reach
    case ModulationMatrix.Target.osc1Pitch.index:
      firstPitch += amount * ModulationMatrix.Target.osc1Pitch.reach
    case ModulationMatrix.Target.osc2Pitch.index:
      secondPitch += amount * ModulationMatrix.Target.osc2Pitch.reach
    case ModulationMatrix.Target.width.index: width += amount * ModulationMatrix.Target.width.reach
    case ModulationMatrix.Target.mix.index: mix += amount
    case ModulationMatrix.Target.modulation.index: modulation += amount
    case ModulationMatrix.Target.cutoff.index: cutoff += amount * ModulationMatrix.Target.cutoff.reach
    case ModulationMatrix.Target.resonance.index:
      resonance += amount
      isResonant = true
    case ModulationMatrix.Target.amp.index: amp *= (1 + amount).within(0, 2)
    case ModulationMatrix.Target.pan.index:
      pan += amount
      isPanned = true
    default: break
    }
  }
}
