import DSP

/// Eight voices side by side: their sound, and what moves it.
struct VoiceGroup: BitwiseCopyable {
  // What sounds, sample by sample.
  var first = TableOscillator()
  var second = TableOscillator()
  var filter = StateVariableFilter()
  var noise: NoiseSource
  var amp = Lanes.zero
  var ampStep = Lanes.zero
  var left = Lanes.zero
  var right = Lanes.zero

  // What the sound follows, control step by control step.
  var pitch = Glide()
  var bend = Glide()
  var gain = Glide()
  var pressure = Glide()
  var timbre = Glide()
  var position = Lanes.zero
  var ampEnvelope = Envelopes()
  var filterEnvelope = Envelopes()
  private var nextAmpEnvelope = Envelopes()
  private var nextFilterEnvelope = Envelopes()
  /// Frames played since the envelopes were what they say.
  private var elapsed: Float = 0
  /// Frames ahead for which the next envelopes stand.
  private var ahead: Float = 0

  /// 1 in the lanes that have begun since the last plan.
  private var fresh = SIMD8<Int32>.zero
  /// Whether every lane sounds alike on both sides.
  private(set) var isCentred = true
  /// One bit a lane.
  private(set) var occupied: UInt8 = 0
  /// Something happened since the last plan.
  var isDirty = false

  /// Eight values on their way.
  struct Glide: BitwiseCopyable {
    var now = Lanes.zero
    var goal = Lanes.zero

    @_noLocks @inline(__always) mutating func follow(_ pace: Float) { now += (goal - now) * pace }
    @_noLocks @inline(__always) mutating func settle(_ lanes: LaneMask) {
      now.replace(with: goal, where: lanes)
    }
  }

  init(seed: UInt32) { noise = NoiseSource(seed: seed) }

  /// A lane begins anew. [audio-thread]
  @_noLocks mutating func begin(lane: Int, position: Float, voicing: Voicing) {
    catchUp(voicing)
    first.setPhase(0, ofLane: lane)
    second.setPhase(0.31, ofLane: lane)
    filter.clear(lane: lane)
    ampEnvelope.clear(lane: lane)
    filterEnvelope.clear(lane: lane)
    ampEnvelope.trigger(lane: lane)
    filterEnvelope.trigger(lane: lane)
    amp[lane] = 0
    self.position[lane] = position
    fresh[lane] = 1
    occupied |= 1 << UInt8(lane)
    isDirty = true
  }

  /// The key is down again. [audio-thread]
  @_noLocks mutating func trigger(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    ampEnvelope.trigger(lane: lane)
    filterEnvelope.trigger(lane: lane)
    isDirty = true
  }

  /// The key is up. [audio-thread]
  @_noLocks mutating func release(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    ampEnvelope.release(lane: lane)
    filterEnvelope.release(lane: lane)
    isDirty = true
  }

  /// To silence in 3 ms. [audio-thread]
  @_noLocks mutating func fade(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    ampEnvelope.fade(lane: lane)
    isDirty = true
  }

  /// Nothing sounds in the lane any more. [audio-thread]
  @_noLocks mutating func free(lane: Int) {
    ampEnvelope.clear(lane: lane)
    amp[lane] = 0
    ampStep[lane] = 0
    occupied &= ~(1 << UInt8(lane))
    if occupied == 0 { isCentred = true }
  }

  /// Brings the envelopes to the present. [audio-thread]
  @_noLocks mutating func catchUp(_ voicing: Voicing) {
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

  /// One control step of everything that glides. [audio-thread]
  @_noLocks mutating func follow(glidePace: Float) {
    pitch.follow(glidePace)
    bend.follow(0.2)
    gain.follow(0.1)
    pressure.follow(0.05)
    timbre.follow(0.05)
  }

  /// Lays the straight lines of the next `frames`. [audio-thread]
  @_noLocks mutating func plan(
    _ voicing: Voicing, frames: Float, range: OscillatorRange, lastPitch: Float?
  ) {
    let fresh = self.fresh .== SIMD8<Int32>(repeating: 1)
    if any(fresh) { settle(fresh, voicing, gliding: lastPitch) }
    nextAmpEnvelope = ampEnvelope
    nextFilterEnvelope = filterEnvelope
    nextAmpEnvelope.advance(by: frames, shape: voicing.amp, fadeRate: voicing.fadeRate)
    nextFilterEnvelope.advance(by: frames, shape: voicing.filter, fadeRate: voicing.fadeRate)
    ahead = frames
    let inverse = 1 / frames
    let loudness = 1 + voicing.ampVelocity * (gain.now * gain.now - 1)
    ampStep = (nextAmpEnvelope.level * loudness * voicing.amplitude - amp) * inverse
    let vibrato = voicing.vibrato * (voicing.vibratoDepth + voicing.pressureVibrato * pressure.now)
    let played = pitch.now + bend.now + vibrato
    first.tune(to: played + voicing.firstPitch, range: range)
    second.tune(to: played + voicing.secondPitch, range: range)
    filter.approach(
      cutoff: cutoff(voicing), damping: Lanes(repeating: voicing.damping), inverseFrames: inverse,
      range: range, fresh: fresh)
    self.fresh = .zero
    isDirty = false
  }

  @_noLocks @inline(__always) private func cutoff(_ voicing: Voicing) -> Lanes {
    // Keyboard tracking turns around middle C, log₂ 261.6.
    let tracked = voicing.tracking * (pitch.now + bend.now - 8.031)
    let swing = voicing.filterEnvelope * (1 + voicing.filterVelocity * (gain.now - 1))
    let touched = voicing.pressureFilter * pressure.now + voicing.timbreFilter * (timbre.now * 2 - 1)
    return (voicing.cutoff + tracked + swing * nextFilterEnvelope.level + touched).within(4.2, 14.4)
  }

  /// What has just begun starts where it is told, its pitch from the last one's if that glides.
  @_noLocks private mutating func settle(_ fresh: LaneMask, _ voicing: Voicing, gliding lastPitch: Float?) {
    pitch.settle(fresh)
    if voicing.glidePace < 1, let lastPitch { pitch.now.replace(with: lastPitch, where: fresh) }
    bend.settle(fresh)
    gain.settle(fresh)
    pressure.settle(fresh)
    timbre.settle(fresh)
    if voicing.spread != 0 { isCentred = false }
    let aside = position * voicing.spread * 0.5
    left.replace(with: 1 - aside, where: fresh)
    right.replace(with: 1 + aside, where: fresh)
  }

  /// Counts what was played. [audio-thread]
  @_noLocks mutating func pass(frames: Int) { elapsed += Float(frames) }
}
