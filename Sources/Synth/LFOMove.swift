import DSP
import Voices

/// What the widgets say about the two slow waves.
struct LFOMove: BitwiseCopyable {
  let controls: Controls

  @_noLocks init(_ controls: Controls) { self.controls = controls }

  @_noLocks func first(common: Float, pace: Float, isSource: Bool) -> LFOVoicing {
    var voicing = LFOVoicing()
    voicing.shape = LowFrequencyOscillator.Shape(index: Int(controls[.lfoWave]))
    voicing.isOwn = controls[.lfoVoice] >= 0.5
    voicing.delay = controls[.lfoDelay]
    voicing.pitch = controls[.lfoPitch] / 12
    voicing.filter = controls[.lfoFilter]
    voicing.amp = controls[.lfoAmp]
    return Self.finished(voicing, common, pace, isSource)
  }

  @_noLocks func second(common: Float, pace: Float, isSource: Bool) -> LFOVoicing {
    var voicing = LFOVoicing()
    voicing.shape = LowFrequencyOscillator.Shape(index: Int(controls[.lfo2Wave]))
    voicing.isOwn = controls[.lfo2Voice] >= 0.5
    voicing.delay = controls[.lfo2Delay]
    voicing.pitch = controls[.lfo2Pitch] / 12
    voicing.filter = controls[.lfo2Filter]
    voicing.amp = controls[.lfo2Amp]
    return Self.finished(voicing, common, pace, isSource)
  }

  @_noLocks private static func finished(
    _ voicing: LFOVoicing, _ common: Float, _ pace: Float, _ isSource: Bool
  ) -> LFOVoicing {
    var voicing = voicing
    voicing.common = common
    voicing.pace = pace
    let moves = voicing.pitch != 0 || voicing.filter != 0 || voicing.amp != 0
    voicing.isUsed = moves || isSource
    return voicing
  }
}

extension ModulationMatrix {
  /// What the widgets say. [audio-thread]
  @_noLocks init(_ controls: Controls) {
    self.init()
    for slot in 0..<Self.slotCount {
      let source = controls.value(SynthParameter.matrix1Source.index + 3 * slot)
      let target = controls.value(SynthParameter.matrix1Source.index + 3 * slot + 1)
      let amount = controls.value(SynthParameter.matrix1Source.index + 3 * slot + 2)
      sources[slot] = Int32(source)
      targets[slot] = Int32(target)
      amounts[slot] = amount
      if source > 0 && target > 0 { usedSlots = slot + 1 }
    }
  }

  @_noLocks func uses(_ source: Source) -> Bool {
    for slot in 0..<usedSlots where sources[slot] == source.place { return true }
    return false
  }

  @_noLocks func moves(_ target: Target) -> Bool {
    for slot in 0..<usedSlots where targets[slot] == target.place { return true }
    return false
  }
}
