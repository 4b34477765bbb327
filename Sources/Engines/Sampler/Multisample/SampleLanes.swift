import CRealtime
import SpinetDSP
import SpinetRealtime

/// A two-pole section of the filters or equalizers of eight voices. What each lane hears of its outputs decides its type.
struct FilterSection: BitwiseCopyable {
  private var left = StateVariableFilter()
  private var right = StateVariableFilter()
  private var cutoff = Lanes(repeating: 10)
  private var damping = Lanes(repeating: 1)
  private var dry = LaneRamp(Lanes(repeating: 1))
  private var band = LaneRamp(.zero)
  private var low = LaneRamp(.zero)
  private var mix = (dry: Lanes(repeating: 1), band: Lanes.zero, low: Lanes.zero)

  @_noLocks init() {}

  /// Clears a lane, which then passes its sound. [audio-thread]
  @_noLocks mutating func clear(lane: Int) {
    left.state.clear(lane: lane)
    right.state.clear(lane: lane)
    aim(lane: lane, SectionAim())
  }

  @_noLocks mutating func aim(lane: Int, _ aim: SectionAim) {
    cutoff[lane] = min(max(aim.cutoff, 3), 14.4)
    damping[lane] = min(max(aim.damping, 0.002), 64)
    mix.dry[lane] = aim.dry
    // The filter's outputs have twice their height.
    mix.band[lane] = aim.band * 0.5
    mix.low[lane] = aim.low * 0.5
  }

  @_noLocks mutating func approach(inverseFrames: Float, range: OscillatorRange, restarted: LaneMask) {
    left.coefficients.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverseFrames, range: range, restarted: restarted)
    right.coefficients = left.coefficients
    dry.approach(mix.dry, inverseFrames: inverseFrames, restarted: restarted)
    band.approach(mix.band, inverseFrames: inverseFrames, restarted: restarted)
    low.approach(mix.low, inverseFrames: inverseFrames, restarted: restarted)
  }

  /// Filters `count` frames where they are. [audio-thread]
  @_noLocks mutating func process(_ count: Int, _ heard: borrowing StereoLaneBuffer, isStereo: Bool) {
    // A local copy stays in registers; memory behind a pointer does not.
    var section = self
    for frame in 0..<count {
      let (dry, band, low) = (section.dry.next(), section.band.next(), section.low.next())
      let x = heard.left[frame]
      let out = section.left.next(x)
      heard.left[frame] = rt_fused(dry, x, rt_fused(band, out.band, low * out.low))
      guard isStereo else { continue }
      let y = heard.right[frame]
      let other = section.right.next(y)
      heard.right[frame] = rt_fused(dry, y, rt_fused(band, other.band, low * other.low))
    }
    self = section
  }
}

/// The gains of eight voices to both sides. [audio-thread]
struct SampleLanes: BitwiseCopyable {
  /// From the left and right of the sound to the left and right of the output.
  private var leftToLeft = LaneRamp(.zero)
  private var rightToLeft = LaneRamp(.zero)
  private var leftToRight = LaneRamp(.zero)
  private var rightToRight = LaneRamp(.zero)
  /// One bit per lane.
  private(set) var occupied: UInt8 = 0
  private var stereo: UInt8 = 0
  /// 1 in the lanes that started after the last plan.
  private(set) var restarted = SIMD8<Int32>.zero
  var sectionCount = 0

  @_noLocks init() {}

  var isStereo: Bool { @_noLocks get { stereo != 0 } }

  @_noLocks mutating func begin(lane: Int, isStereo: Bool) {
    occupied |= 1 << UInt8(lane)
    if isStereo { stereo |= 1 << UInt8(lane) } else { stereo &= ~(1 << UInt8(lane)) }
    restarted[lane] = 1
    set(lane: lane, StereoGains())
  }

  @_noLocks mutating func end(lane: Int) {
    occupied &= ~(1 << UInt8(lane))
    stereo &= ~(1 << UInt8(lane))
    set(lane: lane, StereoGains())
  }

  @_noLocks mutating func haveStarted() { restarted = .zero }

  /// Sets a lane's gains at once.
  @_noLocks mutating func set(lane: Int, _ gains: StereoGains) {
    (leftToLeft.value[lane], leftToLeft.step[lane]) = (gains.leftToLeft, 0)
    (rightToLeft.value[lane], rightToLeft.step[lane]) = (gains.rightToLeft, 0)
    (leftToRight.value[lane], leftToRight.step[lane]) = (gains.leftToRight, 0)
    (rightToRight.value[lane], rightToRight.step[lane]) = (gains.rightToRight, 0)
  }

  /// Moves a lane's gains to others.
  @_noLocks mutating func approach(lane: Int, _ gains: StereoGains, inverseFrames: Float) {
    leftToLeft.step[lane] = (gains.leftToLeft - leftToLeft.value[lane]) * inverseFrames
    rightToLeft.step[lane] = (gains.rightToLeft - rightToLeft.value[lane]) * inverseFrames
    leftToRight.step[lane] = (gains.leftToRight - leftToRight.value[lane]) * inverseFrames
    rightToRight.step[lane] = (gains.rightToRight - rightToRight.value[lane]) * inverseFrames
  }

  /// Adds the lanes to the output.
  @_noLocks mutating func mix(_ count: Int, _ heard: borrowing StereoLaneBuffer, into part: AudioBlock) {
    var lanes = self
    let isStereo = isStereo
    var frame = 0
    while frame + 4 <= count {
      let (one, two) = (lanes.next(heard, frame, isStereo), lanes.next(heard, frame + 1, isStereo))
      let (three, four) = (lanes.next(heard, frame + 2, isStereo), lanes.next(heard, frame + 3, isStereo))
      let left = Lanes.totals(one.left, two.left, three.left, four.left)
      let right = Lanes.totals(one.right, two.right, three.right, four.right)
      for index in 0..<4 {
        part.left[frame + index] += left[index]
        part.right[frame + index] += right[index]
      }
      frame += 4
    }
    while frame < count {
      let sound = lanes.next(heard, frame, isStereo)
      part.left[frame] += sound.left.total
      part.right[frame] += sound.right.total
      frame += 1
    }
    self = lanes
  }

  /// What both sides of the output hear of each lane at a frame.
  @_noLocks @inline(__always) private mutating func next(
    _ heard: borrowing StereoLaneBuffer, _ frame: Int, _ isStereo: Bool
  ) -> (left: Lanes, right: Lanes) {
    let left = heard.left[frame]
    let (sameLeft, sameRight) = (left * leftToLeft.next(), left * leftToRight.next())
    guard isStereo else { return (sameLeft, sameRight) }
    let right = heard.right[frame]
    return (
      rt_fused(right, rightToLeft.next(), sameLeft), rt_fused(right, rightToRight.next(), sameRight)
    )
  }
}

/// How loud each side of a sound is on each side of the output.
struct StereoGains: BitwiseCopyable {
  var leftToLeft: Float = 0
  var rightToLeft: Float = 0
  var leftToRight: Float = 0
  var rightToRight: Float = 0

  @_noLocks init() {}

  /// - Parameters:
  ///   - pan: −1 to 1, in constant power: a sound in the middle keeps its level.
  ///   - width: −1 to 1 of the distance between the sides.
  ///   - position: where the narrowed sound stands, −1 to 1.
  @_noLocks init(pan: Float, width: Float, position: Float, isStereo: Bool) {
    let (left, right) = Self.sides(pan)
    guard isStereo else {
      (leftToLeft, leftToRight) = (left, right)
      return
    }
    let (same, other) = ((1 + width) * 0.5, (1 - width) * 0.5)
    let place = Self.sides(position)
    (leftToLeft, rightToLeft) = (place.left * left * same, place.left * right * other)
    (leftToRight, rightToRight) = (place.right * left * other, place.right * right * same)
  }

  @_noLocks private static func sides(_ pan: Float) -> (left: Float, right: Float) {
    guard pan != 0 else { return (1, 1) }
    let turn = (min(max(pan, -1), 1) + 1) * 0.125
    return (1.414_213_6 * FastMath.sine(0.25 - turn), 1.414_213_6 * FastMath.sine(turn))
  }

  @_noLocks func scaled(by gain: Float) -> StereoGains {
    var gains = self
    gains.leftToLeft *= gain
    gains.rightToLeft *= gain
    gains.leftToRight *= gain
    gains.rightToRight *= gain
    return gains
  }
}
