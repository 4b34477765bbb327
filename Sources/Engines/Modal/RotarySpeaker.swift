import SpinetDSP
import SpinetRealtime

/// A horn and a drum that turn before two microphones. Each moves the pitch, the loudness and the brightness, and takes
/// its time to another speed: the horn a second, the drum four.
struct RotarySpeaker: ~Copyable {
  private var horn: DelayLine
  private var drum: DelayLine
  private var hornTurn: Float = 0
  private var drumTurn: Float = 0
  private var hornSpeed: Float = 0.8
  private var drumSpeed: Float = 0.66
  private var lowState = SIMD2<Float>.zero
  private var taps = (Ramp(0), Ramp(0), Ramp(0), Ramp(0))
  private var gains = (Ramp(1), Ramp(1), Ramp(1), Ramp(1))
  private var mix = Ramp(0)
  private let framesPerSecond: Float
  /// How much of each sample passes the crossover at 800 Hz.
  private let crossover: Float

  init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    horn = DelayLine(longest: Int(framesPerSecond * 0.01))
    drum = DelayLine(longest: Int(framesPerSecond * 0.01))
    crossover = 1 - FastMath.exp2(-1.4427 * 2 * 3.14159 * 800 / Float(framesPerSecond))
  }

  /// [audio-thread]
  var isActive: Bool { @_noLocks get { mix.value > 1e-4 || !mix.isAtRest } }

  /// [audio-thread]
  @_noLocks mutating func clear() {
    horn.clear()
    drum.clear()
    lowState = .zero
  }

  /// Turns on by a control step. [audio-thread]
  @_noLocks mutating func approach(mix amount: Float, isFast: Bool, frames: Float) {
    let seconds = frames / framesPerSecond
    // Two thirds of the way in 0.35 s and 1.6 s.
    hornSpeed += ((isFast ? 6.7 : 0.8) - hornSpeed) * min(1, seconds / 0.35)
    drumSpeed += ((isFast ? 5.8 : 0.66) - drumSpeed) * min(1, seconds / 1.6)
    hornTurn = Self.wrapped(hornTurn + hornSpeed * seconds)
    drumTurn = Self.wrapped(drumTurn - drumSpeed * seconds + 1)
    mix.approach(amount, inverseFrames: 1 / frames)
    // The microphones stand a quarter of a turn apart.
    var turns = Lanes(hornTurn, hornTurn + 0.25, drumTurn, drumTurn + 0.25, 0, 0, 0, 0)
    let swing = FastMath.sine(turns)
    turns += 0.25
    let facing = FastMath.sine(turns)
    let milli = framesPerSecond / 1_000
    taps.0.approach((0.9 + 0.38 * swing[0]) * milli, inverseFrames: 1 / frames)
    taps.1.approach((0.9 + 0.38 * swing[1]) * milli, inverseFrames: 1 / frames)
    taps.2.approach((0.9 + 0.2 * swing[2]) * milli, inverseFrames: 1 / frames)
    taps.3.approach((0.9 + 0.2 * swing[3]) * milli, inverseFrames: 1 / frames)
    gains.0.approach(0.95 + 0.4 * facing[0], inverseFrames: 1 / frames)
    gains.1.approach(0.95 + 0.4 * facing[1], inverseFrames: 1 / frames)
    gains.2.approach(0.95 + 0.25 * facing[2], inverseFrames: 1 / frames)
    gains.3.approach(0.95 + 0.25 * facing[3], inverseFrames: 1 / frames)
  }

  @_noLocks private static func wrapped(_ turn: Float) -> Float { turn >= 1 ? turn - 1 : turn }

  /// [audio-thread]
  @_noLocks mutating func process(_ sound: StereoSamples) {
    let (left, right) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let input = (left[frame] + right[frame]) * 0.5
      // Two poles divide what the horn and the drum play.
      lowState.x += (input - lowState.x) * crossover
      lowState.y += (lowState.x - lowState.y) * crossover
      horn.write(input - lowState.y)
      drum.write(lowState.y)
      let wet = mix.next()
      let high = (
        horn.read(taps.0.next()) * gains.0.next(), horn.read(taps.1.next()) * gains.1.next()
      )
      let low = (
        drum.read(taps.2.next()) * gains.2.next(), drum.read(taps.3.next()) * gains.3.next()
      )
      left[frame] += (high.0 + low.0 - left[frame]) * wet
      right[frame] += (high.1 + low.1 - right[frame]) * wet
    }
  }
}
