import SpinetDSP

/// The state of eight voices, one per lane, and the changes of a lane between spans. `playVoices` computes the sound.
public struct SynthVoiceGroup: BitwiseCopyable {
  // Changes every sample.
  public var first: UnisonOscillator
  public var second: UnisonOscillator
  public var filter = StateVariableFilter()
  public var ladder = LadderFilter()
  /// The filters of the right side, if the sides differ before the filter.
  public var rightState = StateVariableFilter.State()
  public var rightLadderState = LadderFilter.State()
  /// The relative growth per sample of a self-oscillating filter.
  public var oscillationGrowth = Lanes.zero
  public var noise: NoiseSource
  /// The gains of the two sides.
  public var left = LaneRamp(.zero)
  public var right = LaneRamp(.zero)
  /// The depth of the phase modulation, in cycles.
  public var modulation = LaneRamp(.zero)
  /// The gains of the two oscillators.
  public var firstGain = LaneRamp(.zero)
  public var secondGain = LaneRamp(.zero)

  // Changes every control step.
  /// Octaves above 1 Hz.
  public var pitch = LaneSmoother()
  /// Octaves.
  public var bend = LaneSmoother()
  /// Gain, pressure and timbre are 0–1.
  public var gain = LaneSmoother()
  public var pressure = LaneSmoother()
  public var timbre = LaneSmoother()
  /// The position between the sides, from −1 to 1.
  public var position = Lanes.zero
  /// A random value for each voice, from −1 to 1.
  public var chance = Lanes.zero
  /// Seconds since the voice began.
  public var age = Lanes.zero
  public var lfo: LowFrequencyOscillator
  public var secondLFO: LowFrequencyOscillator
  /// The values of each voice's own LFOs.
  public var lfoWave = Lanes.zero
  public var secondLFOWave = Lanes.zero
  public var ampEnvelope = Envelopes()
  public var filterEnvelope = Envelopes()
  /// The envelopes at the end of the current ramps.
  public var nextAmpEnvelope = Envelopes()
  public var nextFilterEnvelope = Envelopes()
  /// Frames played since the envelopes were advanced.
  public var elapsed: Float = 0
  /// The frames between the envelopes' current values and their next ones.
  public var ahead: Float = 0

  /// 1 in the lanes that started after the last plan.
  public var restarted = SIMD8<Int32>.zero
  /// Whether every lane is equal on both sides.
  public var isCentred = true
  /// Whether the sides differ before the filter.
  public var isStereo = false
  /// One bit per lane.
  public private(set) var occupied: UInt8 = 0
  /// The filters that were used by the last plan.
  public var hadTwoPoles = true
  public var hadLadder = true
  /// Whether a new plan is needed.
  public var isDirty = false

  /// - Parameter seed: different seeds give different noise.
  init(seed: UInt32, first: UnisonOscillator, second: UnisonOscillator) {
    self.first = first
    self.second = second
    noise = NoiseSource(seed: seed)
    lfo = LowFrequencyOscillator(seed: seed &* 31 &+ 7)
    secondLFO = LowFrequencyOscillator(seed: seed &* 17 &+ 3)
  }

  /// Starts a voice in a lane. [audio-thread]
  @_noLocks public mutating func begin(lane: Int, position: Float, parameters: SynthVoiceParameters) {
    catchUp(parameters)
    // A redrawn wave is not tracked while nothing sounds.
    if occupied == 0 {
      first.forgetTable()
      second.forgetTable()
    }
    first.restart(lane: lane, at: 0)
    second.restart(lane: lane, at: 0.31)
    filter.state.clear(lane: lane)
    rightState.clear(lane: lane)
    ladder.state.clear(lane: lane)
    rightLadderState.clear(lane: lane)
    ampEnvelope.clear(lane: lane)
    filterEnvelope.clear(lane: lane)
    lfo.restart(lane: lane)
    secondLFO.restart(lane: lane)
    lfoWave[lane] = 0
    secondLFOWave[lane] = 0
    left.value[lane] = 0
    right.value[lane] = 0
    chance[lane] = noise.next()[lane]
    age[lane] = 0
    self.position[lane] = position
    restarted[lane] = 1
    occupied |= 1 << UInt8(lane)
    retrigger(lane: lane)
  }

  /// Starts the envelopes again. [audio-thread]
  @_noLocks public mutating func trigger(lane: Int, parameters: SynthVoiceParameters) {
    catchUp(parameters)
    retrigger(lane: lane)
  }

  @_noLocks private mutating func retrigger(lane: Int) {
    ampEnvelope.trigger(lane: lane)
    filterEnvelope.trigger(lane: lane)
    isDirty = true
  }

  /// Releases the envelopes. [audio-thread]
  @_noLocks public mutating func release(lane: Int, parameters: SynthVoiceParameters) {
    catchUp(parameters)
    ampEnvelope.release(lane: lane)
    filterEnvelope.release(lane: lane)
    isDirty = true
  }

  /// Fades to silence in 3 ms. [audio-thread]
  @_noLocks public mutating func fade(lane: Int, parameters: SynthVoiceParameters) {
    catchUp(parameters)
    ampEnvelope.fade(lane: lane)
    isDirty = true
  }

  /// Frees a lane that is silent. [audio-thread]
  @_noLocks public mutating func free(lane: Int) {
    ampEnvelope.clear(lane: lane)
    left.value[lane] = 0
    left.step[lane] = 0
    right.value[lane] = 0
    right.step[lane] = 0
    occupied &= ~(1 << UInt8(lane))
    if occupied == 0 { isCentred = true }
  }

  /// Advances the envelopes to the current frame. [audio-thread]
  @_noLocks @_transparent public mutating func catchUp(_ parameters: SynthVoiceParameters) {
    guard elapsed > 0 else { return }
    if elapsed == ahead {
      ampEnvelope = nextAmpEnvelope
      filterEnvelope = nextFilterEnvelope
    } else {
      ampEnvelope.advance(by: elapsed, shape: parameters.amp, fadeRate: parameters.fadeRate)
      filterEnvelope.advance(by: elapsed, shape: parameters.filter, fadeRate: parameters.fadeRate)
    }
    elapsed = 0
  }

  /// The level at the last plan. It is precise enough to choose a lane to steal. [audio-thread]
  @_noLocks public func loudness(ofLane lane: Int) -> Float { left.value[lane] + right.value[lane] }
}
