import CRealtime
import SpinetDSP
import SpinetRealtime

/// The times of an envelope, as a zone's numbers have them now. The file's percents are shares here.
struct EnvelopeTimes: BitwiseCopyable {
  let delay: Float
  let start: Float
  var attack: Float
  let hold: Float
  let decay: Float
  let sustain: Float
  var release: Float
  /// What the exponent of a curve grows by: 0 is a straight line, above 0 begins slowly, below 0 fast.
  let attackShape: Float
  let decayShape: Float
  let releaseShape: Float

  /// The shape of a fall without one of its own: a thousandth is left after the time.
  static var usualFall: Float { @_noLocks get { -6.907_755 } }

  /// - Parameter first: the place of the envelope's delay.
  @_noLocks init(_ numbers: ZoneNumbers, first: SFZParameter) {
    let first = first.index
    delay = numbers[first]
    start = min(max(numbers[first + 1] * 0.01, 0), 1)
    attack = numbers[first + 2]
    hold = numbers[first + 3]
    decay = numbers[first + 4]
    sustain = min(max(numbers[first + 5] * 0.01, 0), 1)
    release = numbers[first + 6]
    attackShape = numbers[first + 7]
    decayShape = numbers[first + 8]
    releaseShape = numbers[first + 9]
  }
}

/// An envelope of delay, attack, hold, decay, sustain and release. Without shapes of its own it rises in a straight line
/// and falls exponentially.
struct EnvelopeState: BitwiseCopyable {
  enum Stage: BitwiseCopyable { case delay, attack, hold, decay, release }

  private(set) var stage = Stage.delay
  /// 0–1.
  private(set) var level: Float = 0
  private var seconds: Float = 0
  /// The level at which a fall began.
  private var top: Float = 1

  @_noLocks init() {}

  var isReleased: Bool {
    @_noLocks @inline(__always) get { if case .release = stage { true } else { false } }
  }

  /// Whether it has decayed to nothing while it is held.
  var hasDecayed: Bool { @_noLocks get { if case .decay = stage { level == 0 } else { false } } }

  /// Whether it has fallen to where it stays while it is held.
  ///
  /// - Parameter sustain: 0–1.
  @_noLocks @inline(__always) func rests(at sustain: Float) -> Bool {
    if case .decay = stage { level == min(max(sustain, 0), 1) } else { false }
  }

  @_noLocks mutating func release() {
    guard !isReleased else { return }
    (stage, top, seconds) = (.release, level, 0)
  }

  /// Moves on, through stages that are over. [audio-thread]
  @_noLocks mutating func advance(by seconds: Float, _ times: EnvelopeTimes) {
    var rest = seconds
    if case .delay = stage {
      self.seconds += rest
      guard self.seconds >= times.delay else { return }
      rest = self.seconds - times.delay
      (stage, level, self.seconds) = (.attack, times.start, 0)
    }
    if case .attack = stage {
      guard let left = rise(rest, times) else { return }
      (stage, level, self.seconds, rest) = (.hold, 1, 0, left)
    }
    if case .hold = stage {
      self.seconds += rest
      guard self.seconds >= times.hold else { return }
      rest = self.seconds - times.hold
      (stage, top, self.seconds) = (.decay, 1, 0)
    }
    fall(rest, times)
  }

  /// Returns the seconds that are left when it has reached its height; nil before that.
  @_noLocks private mutating func rise(_ seconds: Float, _ times: EnvelopeTimes) -> Float? {
    guard times.attackShape == 0 else {
      self.seconds += seconds
      let share = self.seconds / times.attack
      level = times.start + (1 - times.start) * (1 - Self.left(at: share, shape: times.attackShape))
      return share >= 1 ? self.seconds - times.attack : nil
    }
    let needed = (1 - level) * times.attack
    if seconds >= needed { return seconds - max(needed, 0) }
    level += seconds / times.attack
    return nil
  }

  @_noLocks private mutating func fall(_ seconds: Float, _ times: EnvelopeTimes) {
    let shape = isReleased ? times.releaseShape : times.decayShape
    guard shape == EnvelopeTimes.usualFall else {
      self.seconds += seconds
      let (target, time) = isReleased ? (0, times.release) : (times.sustain, times.decay)
      level = target + (top - target) * Self.left(at: self.seconds / max(time, 1e-4), shape: shape)
      return
    }
    if isReleased {
      // It falls towards −0.001, so that it reaches zero.
      level = max(0, (level + 0.001) * Self.share(seconds, of: times.release) - 0.001)
    } else if level != times.sustain {
      let next = times.sustain + (level - times.sustain) * Self.share(seconds, of: times.decay)
      // A slow fall ends where its steps are too small for a float.
      let isNear = next - times.sustain < 1e-6 && next - times.sustain > -1e-6
      level = isNear || next == level ? times.sustain : next
    }
  }

  /// What is left of a level at a share of the time of its fall: see `EnvelopeTimes` for the shape.
  @_noLocks static func left(at share: Float, shape: Float) -> Float {
    guard share < 1 else { return 0 }
    guard shape > 0.01 || shape < -0.01 else { return 1 - share }
    let end = rt_expf(shape)
    return (rt_expf(shape * share) - end) / (1 - end)
  }

  /// The share of a distance that is left after `seconds`, when a thousandth is left after `time`.
  @_noLocks private static func share(_ seconds: Float, of time: Float) -> Float {
    FastMath.exp2(-9.967_226 * seconds / max(time, 1e-4))
  }
}

/// An LFO of a voice.
struct LFOState: BitwiseCopyable {
  /// −1 to 1, with its fade.
  private(set) var value: Float = 0
  private var seconds: Float = 0
  private var cycles = 0.0
  /// What its random steps come from.
  private var seed: UInt64 = 0
  private var isRunning = false

  @_noLocks init() {}

  /// - Parameter numbers: frequency, delay, fade and phase, then the heights of its steps.
  @_noLocks mutating func advance(
    by step: Float, _ numbers: ZoneNumbers, _ waves: borrowing FixedBuffer<ZoneWave>,
    _ range: TableRange, random: inout UInt64
  ) {
    seconds += step
    let since = seconds - numbers[1]
    guard since >= 0 else { return }
    if isRunning {
      cycles += Double(min(max(numbers[0], 0), 1_000) * step)
    } else {
      isRunning = true
      cycles = Double(min(max(numbers[3], -1e6), 1e6))
      seed = Self.next(&random)
    }
    var sum: Float = 0
    var index = range.lowerBound
    while index < range.upperBound {
      sum += waves[index].offset + waves[index].scale * height(of: waves[index], numbers)
      index += 1
    }
    value = sum * (numbers[2] > since ? since / numbers[2] : 1)
  }

  @_noLocks private func height(of wave: ZoneWave, _ numbers: ZoneNumbers) -> Float {
    let turn = cycles * wave.ratio
    let phase = Float(turn - Double(Self.whole(turn)))
    switch wave.shape {
    case 0: return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
    case 2: return phase < 0.75 ? 1 : -1
    case 3: return phase < 0.5 ? 1 : -1
    case 4: return phase < 0.25 ? 1 : -1
    case 5: return phase < 0.125 ? 1 : -1
    case 6: return 2 * phase - 1
    case 7: return 1 - 2 * phase
    // A new one twice in a cycle.
    case 12: return chance(Self.whole(2 * turn))
    case LFOWave.stepped: return step(at: phase, of: wave.steps, numbers)
    default: return FastMath.sine(phase)
    }
  }

  @_noLocks private static func whole(_ turn: Double) -> Int {
    let towardZero = Int(turn)
    return turn < Double(towardZero) ? towardZero - 1 : towardZero
  }

  @_noLocks private func step(at phase: Float, of count: Int, _ numbers: ZoneNumbers) -> Float {
    guard count > 0 else { return 0 }
    let height = numbers[4 + min(Int(phase * Float(count)), count - 1)]
    return min(max(height * 0.01, -1), 1)
  }

  /// The random step of a number, −1 to 1.
  @_noLocks private func chance(_ number: Int) -> Float {
    var state = seed &+ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<2 { _ = Self.next(&state) }
    return Float(Int64(bitPattern: state) >> 32) * 0x1p-31
  }

  @_noLocks private static func next(_ state: inout UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// An envelope of points of a voice.
struct FlexibleState: BitwiseCopyable {
  private(set) var level: Float = 0
  private var from: Float = 0
  private var seconds: Float = 0
  private var next = 0

  @_noLocks init() {}

  @_noLocks mutating func advance(
    by step: Float, _ envelope: ZoneEnvelope, _ points: borrowing FixedBuffer<ZonePoint>, isReleased: Bool
  ) {
    let count = envelope.points.count
    if isReleased, next <= envelope.sustain, envelope.sustain < count {
      // Let go before it waits, it goes on from where it is to what comes after.
      (next, from, seconds) = (envelope.sustain + 1, level, 0)
    }
    seconds += step
    while next < count, isReleased || next <= envelope.sustain {
      let point = points[envelope.points.lowerBound + next]
      guard seconds >= point.time else {
        level = from + (point.level - from) * Self.share(seconds / point.time, point.shape)
        return
      }
      (level, from) = (point.level, point.level)
      seconds -= point.time
      next += 1
    }
    seconds = 0
  }

  /// The way that is done at a share of the time: with a shape above 0 it begins slowly, below 0 fast.
  @_noLocks private static func share(_ share: Float, _ shape: Float) -> Float {
    guard shape != 0, share > 0 else { return share }
    if shape > 0 { return Float(rt_exp2(rt_log2(Double(share)) * Double(1 + shape))) }
    return 1 - Float(rt_exp2(rt_log2(Double(max(1 - share, 1e-6))) * Double(1 - shape)))
  }
}
