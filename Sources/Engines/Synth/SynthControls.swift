import SpinetDSP
import SpinetEffects
import SpinetEngine
import SpinetVoices
import SpinetWidgets

/// The smoothed values of the widgets, by parameter.
struct SynthControls: ~Copyable {
  private let smoothed: SmoothedControls
  let secondsPerFrame: Float

  init(_ smoothed: SmoothedControls, framesPerSecond: Double) {
    self.smoothed = smoothed
    secondsPerFrame = Float(1 / framesPerSecond)
  }

  /// The smoothed value. The cutoff is in octaves above 1 Hz. [audio-thread]
  subscript(parameter: SynthParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// The smoothed value of the parameter with an index. [audio-thread]
  @_noLocks @inline(__always) func value(_ index: Int) -> Float { smoothed[index] }

  /// The effects' values, which follow those of `SynthParameter`. [audio-thread]
  var effectValues: EffectValues {
    @_noLocks get {
      EffectValues(smoothed, first: SynthParameter.count, beatsPerMinute: self[.clockTempo])
    }
  }

  /// The length of a control that follows the tempo, in seconds; nil if it does not. [audio-thread]
  @_noLocks func seconds(_ sync: SynthParameter) -> Float? {
    Tempo.seconds(Int(self[sync]), beatsPerMinute: self[.clockTempo])
  }

  /// Sets all values to the widgets' values without smoothing. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards the widgets' values. Returns whether any value moved. [audio-thread]
  @_noLocks func follow() -> Bool { smoothed.follow() }

  /// [audio-thread]
  @_noLocks func envelope(
    _ attack: SynthParameter, _ decay: SynthParameter, _ sustain: SynthParameter, _ release: SynthParameter
  ) -> EnvelopeShape {
    EnvelopeShape(
      attack: self[attack], decay: self[decay], sustain: self[sustain], release: self[release],
      secondsPerFrame: secondsPerFrame)
  }

  /// The first LFO, without its common value. [audio-thread]
  @_noLocks func lfo(isSource: Bool) -> LFOParameters {
    var parameters = LFOParameters()
    parameters.shape = LowFrequencyOscillator.Shape(index: Int(self[.lfoWave]))
    parameters.isOwn = self[.lfoVoice] >= 0.5
    parameters.delay = self[.lfoDelay]
    parameters.pitch = self[.lfoPitch] / 12
    parameters.filter = self[.lfoFilter]
    parameters.amp = self[.lfoAmp]
    parameters.isUsed = isSource || parameters.isDirect
    return parameters
  }

  /// The second LFO, without its common value. [audio-thread]
  @_noLocks func secondLFO(isSource: Bool) -> LFOParameters {
    var parameters = LFOParameters()
    parameters.shape = LowFrequencyOscillator.Shape(index: Int(self[.lfo2Wave]))
    parameters.isOwn = self[.lfo2Voice] >= 0.5
    parameters.delay = self[.lfo2Delay]
    parameters.pitch = self[.lfo2Pitch] / 12
    parameters.filter = self[.lfo2Filter]
    parameters.amp = self[.lfo2Amp]
    parameters.isUsed = isSource || parameters.isDirect
    return parameters
  }
}

extension LFOParameters {
  /// Whether the LFO modulates anything without the matrix.
  fileprivate var isDirect: Bool { @_noLocks get { pitch != 0 || filter != 0 || amp != 0 } }
}

extension ModulationMatrix {
  /// [audio-thread]
  @_noLocks init(_ controls: borrowing SynthControls) {
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
    for slot in 0..<usedSlots where sources[slot] == source.index { return true }
    return false
  }

  @_noLocks func moves(_ target: Target) -> Bool {
    for slot in 0..<usedSlots where targets[slot] == target.index { return true }
    return false
  }
}

extension WaveDrawing {
  /// [audio-thread]
  @_noLocks init(_ controls: borrowing SynthControls) {
    self.init()
    x = controls[.waveX]
    y = controls[.waveY]
    blend = controls[.waveBlend]
    for harmonic in 0..<8 {
      lower[harmonic] = controls.value(SynthParameter.harmonic1.index + harmonic)
      upper[harmonic] = controls.value(SynthParameter.harmonic1.index + harmonic + 8)
    }
  }
}
