import DSP
import Engine

/// Eight voices side by side: what becomes of the samples that their heads read.
struct VoiceGroup: BitwiseCopyable {
  private var leftFilter = StateVariableFilter()
  private var rightFilter = StateVariableFilter()
  private(set) var amp = Lanes.zero
  private var ampStep = Lanes.zero

  private var pitch = Glide()
  private var bend = Glide()
  private var gain = Glide()
  private var envelope = Envelopes()
  private var nextEnvelope = Envelopes()
  /// Frames played since the envelope was what it says.
  private var elapsed: Float = 0
  /// Frames ahead for which the next envelope stands.
  private var ahead: Float = 0

  /// 1 in the lanes that have begun since the last plan.
  private var fresh = SIMD8<Int32>.zero
  /// One bit a lane.
  private(set) var occupied: UInt8 = 0
  /// Something happened since the last plan.
  var isDirty = false

  /// Eight values on their way.
  private struct Glide: BitwiseCopyable {
    var now = Lanes.zero
    var goal = Lanes.zero

    @_noLocks @inline(__always) mutating func follow(_ pace: Float) { now += (goal - now) * pace }
    @_noLocks @inline(__always) mutating func settle(_ lanes: LaneMask) {
      now.replace(with: goal, where: lanes)
    }
  }

  /// A lane begins anew. [audio-thread]
  @_noLocks mutating func begin(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    clearFilters(lane: lane)
    envelope.clear(lane: lane)
    envelope.trigger(lane: lane)
    amp[lane] = 0
    fresh[lane] = 1
    occupied |= 1 << UInt8(lane)
    isDirty = true
  }

  /// The key is down again. [audio-thread]
  @_noLocks mutating func trigger(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    envelope.trigger(lane: lane)
    isDirty = true
  }

  /// The key is up. [audio-thread]
  @_noLocks mutating func release(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    envelope.release(lane: lane)
    isDirty = true
  }

  /// To silence in 3 ms. [audio-thread]
  @_noLocks mutating func fade(lane: Int, voicing: Voicing) {
    catchUp(voicing)
    envelope.fade(lane: lane)
    isDirty = true
  }

  /// Nothing sounds in the lane any more. [audio-thread]
  @_noLocks mutating func free(lane: Int) {
    envelope.clear(lane: lane)
    amp[lane] = 0
    ampStep[lane] = 0
    occupied &= ~(1 << UInt8(lane))
  }

  /// Lanes that have let go and are silent. [audio-thread]
  var ended: LaneMask { @_noLocks get { envelope.ended } }

  /// What has been played past the filters means nothing to them. [audio-thread]
  @_noLocks mutating func clearFilters() { for lane in 0..<8 { clearFilters(lane: lane) } }

  @_noLocks private mutating func clearFilters(lane: Int) {
    leftFilter.memory.clear(lane: lane)
    rightFilter.memory.clear(lane: lane)
  }

  /// Where a voice's touch is to take its lane. [audio-thread]
  @_noLocks mutating func aim(lane: Int, _ touch: VoiceTouch) {
    pitch.goal[lane] = touch.pitch
    bend.goal[lane] = touch.bend
    gain.goal[lane] = touch.gain
  }

  /// Brings the envelope to the present. [audio-thread]
  @_noLocks mutating func catchUp(_ voicing: Voicing) {
    guard elapsed > 0 else { return }
    if elapsed == ahead {
      envelope = nextEnvelope
    } else {
      envelope.advance(by: elapsed, shape: voicing.amp, fadeRate: voicing.fadeRate)
    }
    elapsed = 0
  }

  /// One control step of everything that glides. [audio-thread]
  @_noLocks mutating func follow() {
    pitch.follow(1)
    bend.follow(0.2)
    gain.follow(0.1)
  }

  /// Lays the straight lines of the next `frames`. [audio-thread]
  @_noLocks mutating func plan(
    _ voicing: Voicing, frames: Float, range: OscillatorRange, heads: UnsafeMutablePointer<PlayHead>
  ) {
    let fresh = self.fresh .== SIMD8<Int32>(repeating: 1)
    pitch.settle(fresh)
    bend.settle(fresh)
    gain.settle(fresh)
    nextEnvelope = envelope
    nextEnvelope.advance(by: frames, shape: voicing.amp, fadeRate: voicing.fadeRate)
    ahead = frames
    let inverse = 1 / frames
    let loudness = 1 + voicing.velocity * (gain.now * gain.now - 1)
    ampStep = (nextEnvelope.level * loudness - amp) * inverse
    let cutoff = Lanes(repeating: min(max(voicing.cutoff, 4.2), 14.4))
    let damping = Lanes(repeating: voicing.damping)
    leftFilter.setting.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: range, fresh: fresh)
    rightFilter.setting.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverse, range: range, fresh: fresh)
    tune(heads, voicing)
    self.fresh = .zero
    isDirty = false
  }

  /// The heads' steps: a thousandth of a cent beside the sample's own pitch is its own pitch.
  @_noLocks private func tune(_ heads: UnsafeMutablePointer<PlayHead>, _ voicing: Voicing) {
    let octaves = (pitch.now + bend.now + voicing.pitch).within(-12, 8)
    let isRoot = (octaves * octaves) .< Lanes(repeating: 4e-12)
    let ratios = FastMath.exp2(octaves.replacing(with: 0, where: isRoot))
    for lane in 0..<8 {
      let step = Int64(ratios[lane] * 4_294_967_296)
      heads[lane].step = voicing.isReversed ? -step : step
    }
  }

  /// Adds `count` frames of all eight voices, which their heads have read. [audio-thread]
  @_noLocks mutating func render(
    _ count: Int, _ heard: HeardLanes, stereo isStereo: Bool, gains: FilterGains, into sums: HeardLanes
  ) {
    // A local copy lives in registers; what a pointer reaches does not.
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

/// How much of the filter is heard, one straight line each.
struct FilterGains: BitwiseCopyable {
  var dry = Ramp(1)
  var low = Ramp(0.5)
  /// Whether everything goes past it.
  var isBypassed: Bool { @_noLocks get { dry.isAt(1) } }
}

extension StateVariableFilter {
  @_noLocks @inline(__always)
  fileprivate mutating func filtered(_ source: Lanes, _ gains: FilterGains, _ frame: Int) -> Lanes {
    if gains.isBypassed { return source }
    let low = next(source).low * gains.low.after(frame)
    return low + (source - low) * gains.dry.after(frame)
  }
}

/// A span of eight lanes a frame, left and right. A handle to memory that the player owns.
struct HeardLanes: BitwiseCopyable {
  let left: UnsafeMutablePointer<Lanes>
  let right: UnsafeMutablePointer<Lanes>

  init(capacity: Int) {
    left = .allocate(capacity: 2 * capacity)
    left.initialize(repeating: .zero, count: 2 * capacity)
    right = left + capacity
  }

  func deallocate() { left.deallocate() }

  /// [audio-thread]
  @_noLocks func clear(_ count: Int) {
    for frame in 0..<count {
      left[frame] = .zero
      right[frame] = .zero
    }
  }
}
