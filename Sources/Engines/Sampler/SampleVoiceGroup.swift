import SpinetDSP
import SpinetEngine
import SpinetRealtime

/// The envelopes, filters and smoothers of eight voices, one per lane.
struct SampleVoiceGroup: BitwiseCopyable {
  private var leftFilter = StateVariableFilter()
  private var rightFilter = StateVariableFilter()
  private(set) var amp = Lanes.zero
  private var ampStep = Lanes.zero

  private var pitch = LaneSmoother()
  private var bend = LaneSmoother()
  private var gain = LaneSmoother()
  private var envelope = Envelopes()
  private var nextEnvelope = Envelopes()
  /// Frames played since the envelope was advanced.
  private var elapsed: Float = 0
  /// The value of `elapsed` at which `nextEnvelope` is reached.
  private var ahead: Float = 0

  /// 1 in the lanes that started after the last plan.
  private var restarted = SIMD8<Int32>.zero
  /// One bit per lane.
  private(set) var occupied: UInt8 = 0
  /// Whether a new plan is needed.
  var isDirty = false

  /// Starts a voice in a lane. [audio-thread]
  @_noLocks mutating func begin(lane: Int, parameters: SampleVoiceParameters) {
    catchUp(parameters)
    clearFilters(lane: lane)
    envelope.clear(lane: lane)
    envelope.trigger(lane: lane)
    amp[lane] = 0
    restarted[lane] = 1
    occupied |= 1 << UInt8(lane)
    isDirty = true
  }

  /// Starts the envelope again. [audio-thread]
  @_noLocks mutating func trigger(lane: Int, parameters: SampleVoiceParameters) {
    catchUp(parameters)
    envelope.trigger(lane: lane)
    isDirty = true
  }

  /// Releases the envelope. [audio-thread]
  @_noLocks mutating func release(lane: Int, parameters: SampleVoiceParameters) {
    catchUp(parameters)
    envelope.release(lane: lane)
    isDirty = true
  }

  /// Fades to silence in 3 ms. [audio-thread]
  @_noLocks mutating func fade(lane: Int, parameters: SampleVoiceParameters) {
    catchUp(parameters)
    envelope.fade(lane: lane)
    isDirty = true
  }

  /// Frees a lane that is silent. [audio-thread]
  @_noLocks mutating func free(lane: Int) {
    envelope.clear(lane: lane)
    amp[lane] = 0
    ampStep[lane] = 0
    occupied &= ~(1 << UInt8(lane))
  }

  /// Lanes that were released and are silent. [audio-thread]
  var ended: LaneMask { @_noLocks get { envelope.ended } }

  /// Clears the filters after they were bypassed. [audio-thread]
  @_noLocks mutating func clearFilters() { for lane in 0..<8 { clearFilters(lane: lane) } }

  @_noLocks private mutating func clearFilters(lane: Int) {
    leftFilter.state.clear(lane: lane)
    rightFilter.state.clear(lane: lane)
  }

  /// Sets the targets of a lane from a note's expression. [audio-thread]
  @_noLocks mutating func aim(lane: Int, _ touch: NoteExpression) {
    pitch.target[lane] = touch.pitch
    bend.target[lane] = touch.bend
    gain.target[lane] = touch.gain
  }

  /// Advances the envelope to the current frame. [audio-thread]
  @_noLocks mutating func catchUp(_ parameters: SampleVoiceParameters) {
    guard elapsed > 0 else { return }
    if elapsed == ahead {
      envelope = nextEnvelope
    } else {
      envelope.advance(by: elapsed, shape: parameters.amp, fadeRate: parameters.fadeRate)
    }
    elapsed = 0
  }

  /// One control step of the smoothers. [audio-thread]
  @_noLocks mutating func follow() {
    pitch.follow(1)
    bend.follow(0.2)
    gain.follow(0.1)
  }

  /// Sets the ramps of the next `frames`. [audio-thread]
  @_noLocks mutating func plan(
    _ parameters: SampleVoiceParameters, frames: Float, range: OscillatorRange,
    heads: borrowing FixedBuffer<PlayHead>, firstHead: Int
  ) {
    let restarted = self.restarted .== SIMD8<Int32>(repeating: 1)
    pitch.settle(restarted)
    bend.settle(restarted)
    gain.settle(restarted)
    nextEnvelope = envelope
    nextEnvelope.advance(by: frames, shape: parameters.amp, fadeRate: parameters.fadeRate)
    ahead = frames
    let inverse = 1 / frames
    let loudness = 1 + parameters.velocity * (gain.now * gain.now - 1)
    ampStep = (nextEnvelope.level * loudness - amp) * inverse
    let cutoff = Lanes(repeating: min(max(parameters.cutoff, 4.2), 14.4))
    let damping = Lanes(repeating: parameters.damping)
    leftFilter.coefficients.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: range, restarted: restarted)
    rightFilter.coefficients.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: range, restarted: restarted)
    tune(heads, firstHead, parameters)
    self.restarted = .zero
    isDirty = false
  }

  /// Sets the heads' steps. Within 0.0024 cents of the sample's pitch, the step is exactly 1.
  @_noLocks private func tune(
    _ heads: borrowing FixedBuffer<PlayHead>, _ first: Int, _ parameters: SampleVoiceParameters
  ) {
    let octaves = (pitch.now + bend.now + parameters.pitch).within(-12, 8)
    let isRoot = (octaves * octaves) .< Lanes(repeating: 4e-12)
    let ratios = FastMath.exp2(octaves.replacing(with: 0, where: isRoot))
    for lane in 0..<8 {
      let step = Int64(ratios[lane] * 4_294_967_296)
      heads[first + lane].step = parameters.isReversed ? -step : step
    }
  }

  /// Adds `count` frames of all eight voices to the sums. [audio-thread]
  @_noLocks mutating func render(
    _ count: Int, _ heard: borrowing StereoLaneBuffer, stereo isStereo: Bool, gains: FilterMix,
    into sums: borrowing StereoLaneBuffer
  ) {
    // A local copy stays in registers; memory behind a pointer does not.
    var sound = self
    for frame in 0..<count {
      let left = sound.leftFilter.filtered(heard.left[frame], gains, frame)
      sums.left[frame] += left * sound.amp
      if isStereo {
        sums.right[frame] += sound.rightFilter.filtered(heard.right[frame], gains, frame) * sound.amp
      }
      sound.amp += sound.ampStep
    }
    self = sound
    elapsed += Float(count)
  }
}

/// The shares of the dry signal and of the filter's output.
struct FilterMix: BitwiseCopyable {
  var dry = Ramp(1)
  var low = Ramp(0.5)
  /// Whether only the dry signal is played.
  var isBypassed: Bool { @_noLocks get { dry.isAt(1) } }
}

extension StateVariableFilter {
  @_noLocks @inline(__always)
  fileprivate mutating func filtered(_ source: Lanes, _ gains: FilterMix, _ frame: Int) -> Lanes {
    if gains.isBypassed { return source }
    let low = next(source).low * gains.low.after(frame)
    return low + (source - low) * gains.dry.after(frame)
  }
}

/// A stereo buffer of eight lanes per frame.
struct StereoLaneBuffer: ~Copyable {
  let left: FixedBuffer<Lanes>
  let right: FixedBuffer<Lanes>

  init(capacity: Int) {
    left = FixedBuffer(repeating: .zero, count: capacity)
    right = FixedBuffer(repeating: .zero, count: capacity)
  }

  /// The address of a frame of one side. [audio-thread]
  @_noLocks func floats(_ side: borrowing FixedBuffer<Lanes>, _ frame: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(side.start + frame).assumingMemoryBound(to: Float.self)
  }

  /// [audio-thread]
  @_noLocks func clear(_ count: Int) {
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
    }
  }
}
