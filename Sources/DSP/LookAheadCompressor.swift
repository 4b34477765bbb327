import CRealtime

/// A compressor that hears what comes 64 frames before it is heard, so that its gain is down when a peak
/// arrives; under its makeup gain it limits to the ceiling of `PeakLimiter`.
///
/// Off it costs nothing and delays nothing.
public struct LookAheadCompressor: BitwiseCopyable {
  private var left: DelayLine
  private var right: DelayLine
  /// Of the frames since the last whole stretch.
  private var peak: Float = 0
  private var counted = 0
  /// The gains wanted for the last stretch and the one before it.
  private var wanted: (Float, Float) = (1, 1)
  private var released: Float = 1
  private var gain = Ramp(1)
  /// How much of what is heard comes through it.
  private var presence: Float = 0
  private let presenceStep: Float
  private let release: Float

  /// Frames in a stretch that has one gain; the delay is two.
  private static var stretch: Int { @_noLocks get { 32 } }

  public init(framesPerSecond: Double) {
    left = DelayLine(longest: 2 * Self.stretch)
    right = DelayLine(longest: 2 * Self.stretch)
    presenceStep = Float(1 / (0.01 * framesPerSecond))
    release = Float(1 - rt_exp2(-Double(Self.stretch) / (0.1 * framesPerSecond)))
  }

  public func deallocate() {
    left.deallocate()
    right.deallocate()
  }

  /// In place. [audio-thread]
  ///
  /// - Parameter amount: 0 is off; 1 brings all that is over −24 dB close together.
  @_noLocks public mutating func process(
    _ leftSamples: UnsafeMutablePointer<Float>, _ rightSamples: UnsafeMutablePointer<Float>, count: Int,
    amount: Float
  ) {
    guard amount > 1e-3 || presence > 0 else { return }
    if presence == 0 { restart() }
    let direction = amount > 1e-3 ? presenceStep : -presenceStep
    for frame in 0..<count {
      let (leftIn, rightIn) = (leftSamples[frame], rightSamples[frame])
      hear(max(abs(leftIn), abs(rightIn)), amount)
      left.write(leftIn)
      right.write(rightIn)
      let gain = self.gain.next()
      presence = min(max(presence + direction, 0), 1)
      leftSamples[frame] += (left.read(2 * Self.stretch) * gain - leftIn) * presence
      rightSamples[frame] += (right.read(2 * Self.stretch) * gain - rightIn) * presence
    }
  }

  @_noLocks private mutating func restart() {
    left.clear()
    right.clear()
    peak = 0
    counted = 0
    wanted = (1, 1)
    released = 1
    gain.jump(to: 1)
  }

  /// At the end of a stretch the gain sets out for what the stretch wants, and is there a stretch before it is heard.
  @_noLocks private mutating func hear(_ level: Float, _ amount: Float) {
    if level > peak { peak = level }
    counted += 1
    guard counted == Self.stretch else { return }
    let now = Self.gain(for: peak, amount)
    released += (now - released) * release
    released = min(released, now)
    let goal = min(released, min(wanted.0, wanted.1))
    gain.approach(goal, inverseFrames: 1 / Float(Self.stretch))
    wanted = (released, wanted.0)
    peak = 0
    counted = 0
  }

  /// Over the threshold three quarters of every decibel are taken; half of what is taken at full scale is made up.
  @_noLocks private static func gain(for peak: Float, _ amount: Float) -> Float {
    let threshold = -4 * amount
    let octaves = Float(rt_log2(Double(max(peak, 1e-6))))
    let taken = 0.75 * max(0, octaves - threshold)
    let gain = FastMath.exp2(-0.375 * threshold - taken)
    return min(gain, PeakLimiter.ceiling / max(peak, 1e-6))
  }
}
