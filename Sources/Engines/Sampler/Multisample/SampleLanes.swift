import SpinetDSP
import SpinetRealtime
import SpinetVoices

/// Which voices of a group sound, and through how many sections they go.
struct SampleLanes: BitwiseCopyable {
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
  }

  @_noLocks mutating func end(lane: Int) {
    occupied &= ~(1 << UInt8(lane))
    stereo &= ~(1 << UInt8(lane))
  }

  @_noLocks mutating func haveStarted() { restarted = .zero }
}

/// How loud each side of a sound is on each side of the output.
struct StereoGains: BitwiseCopyable {
  private(set) var sides = GainRamp.Gains.zero

  @_noLocks init() {}

  /// - Parameters:
  ///   - pan: −1 to 1, in constant power: a sound in the middle keeps its level.
  ///   - width: −1 to 1 of the distance between the sides.
  ///   - position: where the narrowed sound stands, −1 to 1.
  @_noLocks init(pan: Float, width: Float, position: Float, isStereo: Bool) {
    let (left, right) = Self.sides(pan)
    guard isStereo else {
      sides = GainRamp.Gains(left, 0, right, 0)
      return
    }
    let (same, other) = ((1 + width) * 0.5, (1 - width) * 0.5)
    let place = Self.sides(position)
    sides = GainRamp.Gains(
      place.left * left * same, place.left * right * other, place.right * left * other,
      place.right * right * same)
  }

  /// The loudest, but for that from right to left.
  var loudest: Float { @_noLocks get { max(max(sides.x, sides.w), sides.z) } }

  @_noLocks private static func sides(_ pan: Float) -> (left: Float, right: Float) {
    guard pan != 0 else { return (1, 1) }
    let turn = (min(max(pan, -1), 1) + 1) * 0.125
    return (1.414_213_6 * FastMath.sine(0.25 - turn), 1.414_213_6 * FastMath.sine(turn))
  }

  @_noLocks func scaled(by gain: Float) -> StereoGains {
    var gains = self
    gains.sides *= gain
    return gains
  }
}
