import DSP

/// Eight voices side by side: all that a lane is between two spans.
///
/// `playVoices` makes the sound; here is what it works on, and what happens to a lane between its spans.
public struct VoiceGroup: BitwiseCopyable {
  // What sounds, sample by sample.
  public var first = UnisonOscillator()
  public var second = UnisonOscillator()
  public var filter = StateVariableFilter()
  public var ladder = LadderFilter()
  /// The right side's, where the sides differ before the filter.
  public var rightMemory = StateVariableFilter.Memory()
  public var rightLadderMemory = LadderFilter.Memory()
  /// By how much a filter that sings grows in a sample.
  public var singing = Lanes.zero
  public var noise: NoiseSource
  public var left = LaneRamp(.zero)
  public var right = LaneRamp(.zero)
  /// Depth of the frequency modulation, in cycles.
  public var modulation = LaneRamp(.zero)
  public var firstGain = LaneRamp(.zero)
  public var secondGain = LaneRamp(.zero)

  // What the sound follows, control step by control step.
  public var pitch = LaneGlide()
  public var bend = LaneGlide()
  public var gain = LaneGlide()
  public var pressure = LaneGlide()
  public var timbre = LaneGlide()
  public var position = Lanes.zero
  public var key = Lanes.zero
  /// Drawn when a voice begins, −1–1.
  public var chance = Lanes.zero
  /// Seconds since the voice began.
  public var age = Lanes.zero
  public var lfo: LowFrequencyOscillator
  public var secondLFO: LowFrequencyOscillator
  /// Where each voice's own slow waves stand.
  public var lfoWave = Lanes.zero
  public var secondLFOWave = Lanes.zero
  public var ampEnvelope = Envelopes()
  public var filterEnvelope = Envelopes()
  public var nextAmpEnvelope = Envelopes()
  public var nextFilterEnvelope = Envelopes()
  /// Frames played since the envelopes were what they say.
  public var elapsed: Float = 0
  /// Frames ahead for which the next envelopes stand.
  public var ahead: Float = 0

  /// 1 in the lanes that have begun since the last plan.
  public var fresh = SIMD8<Int32>.zero
  /// Whether every lane sounds alike on both sides.
  public var isCentred = true
  /// Whether the sides differ before the filter.
  public var isStereo = false
  /// One bit a lane.
  public private(set) var occupied: UInt8 = 0
  /// Which filters the last plan was for.
  public var hadTwoPoles = true
  public var hadLadder = true
  /// Something happened since the last plan.
  public var isDirty = false

  /// - Parameter seed: different seeds, different noise.
  public init(seed: UInt32) {
    noise = NoiseSource(seed: seed)
    lfo = LowFrequencyOscillator(seed: seed &* 31 &+ 7)
    secondLFO = LowFrequencyOscillator(seed: seed &* 17 &+ 3)
  }

  public func deallocate() {
    first.deallocate()
    second.deallocate()
  }

  /// A lane begins anew. [audio-thread]
  @_noLocks public mutating func begin(lane: Int, position: Float, voicing: Voicing) {
    catchUp(voicing)
    // While nothing sounded, nobody followed what was drawn.
    if occupied == 0 {
      first.forgetTable()
      second.forgetTable()
    }
    first.restart(lane: lane, at: 0)
    second.restart(lane: lane, at: 0.31)
    filter.memory.clear(lane: lane)
    rightMemory.clear(lane: lane)
    ladder.memory.clear(lane: lane)
    rightLadderMemory.clear(lane: lane)
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
    fresh[lane] = 1
    occupied |= 1 << UInt8(lane)
    retrigger(lane: lane)
  }

  /// The key is down again. [audio-thread]
  @_noLocks public mutating func trigger(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    retrigger(lane: lane)
  }

  @_noLocks private mutating func retrigger(lane: Int) {
    ampEnvelope.trigger(lane: lane)
    filterEnvelope.trigger(lane: lane)
    isDirty = true
  }

  /// The key is up. [audio-thread]
  @_noLocks public mutating func release(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    ampEnvelope.release(lane: lane)
    filterEnvelope.release(lane: lane)
    isDirty = true
  }

  /// To silence in 3 ms. [audio-thread]
  @_noLocks public mutating func fade(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    ampEnvelope.fade(lane: lane)
    isDirty = true
  }

  /// Nothing sounds in the lane any more. [audio-thread]
  @_noLocks public mutating func free(lane: Int) {
    ampEnvelope.clear(lane: lane)
    left.value[lane] = 0
    left.step[lane] = 0
    right.value[lane] = 0
    right.step[lane] = 0
    occupied &= ~(1 << UInt8(lane))
    if occupied == 0 { isCentred = true }
  }

  /// Brings the envelopes to the present. [audio-thread]
  @_noLocks @_transparent public mutating func catchUp(_ voicing: Voicing) {
    guard elapsed > 0 else { return }
    if elapsed == ahead {
      ampEnvelope = nextAmpEnvelope
      filterEnvelope = nextFilterEnvelope
    } else {
      ampEnvelope.advance(by: elapsed, shape: voicing.amp, fadeRate: voicing.fadeRate)
      filterEnvelope.advance(by: elapsed, shape: voicing.filter, fadeRate: voicing.fadeRate)
    }
    elapsed = 0
  }

  /// A stale level, good for choosing among lanes. [audio-thread]
  @_noLocks public func loudness(ofLane lane: Int) -> Float { left.value[lane] + right.value[lane] }
}

/// Eight values on their way.
public struct LaneGlide: BitwiseCopyable {
  public var now = Lanes.zero
  public var goal = Lanes.zero

  /// [audio-thread]
  @_noLocks @_transparent public mutating func follow(_ pace: Float) {
    now += (goal - now) * pace
  }

  /// [audio-thread]
  @_noLocks @_transparent public mutating func settle(_ lanes: LaneMask) {
    now.replace(with: goal, where: lanes)
  }
}
