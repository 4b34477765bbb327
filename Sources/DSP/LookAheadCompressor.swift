import CRealtime
import SpinetRealtime

/// A compressor with a look-ahead of 64 frames, so that its gain is down when a peak arrives. Including its
/// makeup gain it limits to the ceiling of `PeakLimiter`.
///
/// Switched off, it is skipped and adds no delay.
public struct LookAheadCompressor: ~Copyable {
  private var left: DelayLine
  private var right: DelayLine
  /// The highest absolute sample since the last full section.
  private var peak: Float = 0
  private var counted = 0
  /// The gains wanted for the last section and the one before it.
  private var wanted: (Float, Float) = (1, 1)
  private var released: Float = 1
  private var gain = Ramp(1)
  /// The compressed share of the output, 0–1: the compressor is faded in and out.
  private var fadeLevel: Float = 0
  private let fadeStep: Float
  private let release: Float

  /// Frames in a section with one gain. The delay is two sections.
  private static var section: Int { @_noLocks get { 32 } }

  public init(framesPerSecond: Double) {
    left = DelayLine(longest: 2 * Self.section)
    right = DelayLine(longest: 2 * Self.section)
    fadeStep = Float(1 / (0.01 * framesPerSecond))
    release = Float(1 - rt_exp2(-Double(Self.section) / (0.1 * framesPerSecond)))
  }

  /// Whether it changes the sound: its fade-out is heard too. [audio-thread]
  @_noLocks public func isActive(amount: Float) -> Bool { amount > 1e-3 || fadeLevel > 0 }

  /// In place. [audio-thread]
  ///
  /// - Parameter amount: 0 is off; at 1 the threshold is −24 dB.
  @_noLocks public mutating func process(_ sound: StereoSamples, amount: Float) {
    let (leftSamples, rightSamples) = (sound.left, sound.right)
    guard isActive(amount: amount) else { return }
    if fadeLevel == 0 { restart() }
    let direction = amount > 1e-3 ? fadeStep : -fadeStep
    for frame in 0..<sound.frameCount {
      let (leftIn, rightIn) = (leftSamples[frame], rightSamples[frame])
      measure(max(abs(leftIn), abs(rightIn)), amount)
      left.write(leftIn)
      right.write(rightIn)
      let gain = self.gain.next()
      fadeLevel = min(max(fadeLevel + direction, 0), 1)
      leftSamples[frame] += (left.read(2 * Self.section) * gain - leftIn) * fadeLevel
      rightSamples[frame] += (right.read(2 * Self.section) * gain - rightIn) * fadeLevel
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

  /// At the end of a section the gain begins its ramp to what the section needs. It arrives just before the section
  /// is played.
  @_noLocks private mutating func measure(_ level: Float, _ amount: Float) {
    if level > peak { peak = level }
    counted += 1
    guard counted == Self.section else { return }
    let now = Self.gain(for: peak, amount)
    released += (now - released) * release
    released = min(released, now)
    let target = min(released, min(wanted.0, wanted.1))
    gain.approach(target, inverseFrames: 1 / Float(Self.section))
    wanted = (released, wanted.0)
    peak = 0
    counted = 0
  }

  /// A ratio of 4 : 1 above the threshold. Half of the reduction at full scale is made up.
  @_noLocks private static func gain(for peak: Float, _ amount: Float) -> Float {
    let threshold = -4 * amount
    let octaves = Float(rt_log2(Double(max(peak, 1e-6))))
    let taken = 0.75 * max(0, octaves - threshold)
    let gain = FastMath.exp2(-0.375 * threshold - taken)
    return min(gain, PeakLimiter.ceiling / max(peak, 1e-6))
  }
}
