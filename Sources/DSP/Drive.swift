import SpinetRealtime

/// Saturates a stereo signal and makes up for the added loudness.
public struct Drive: StereoEffect, ~Copyable {
  private var gain = Ramp(1)
  private var makeUp = Ramp(1)

  public struct Settings: EffectSettings {
    /// 0–1.
    public var amount: Float

    @_noLocks public init(amount: Float) { self.amount = amount }

    public var isActive: Bool { @_noLocks get { amount > 1e-4 } }
    var gain: Float { @_noLocks get { 1 + 15 * amount * amount } }
    var makeUp: Float { @_noLocks get { 1 / (1 + 6 * amount * amount) } }
  }

  public init(framesPerSecond: Double) {}

  /// Continues from the last amount, which was near zero. [audio-thread]
  @_noLocks public mutating func restart(_ settings: Settings) {}

  @_noLocks public mutating func settle(_ settings: Settings) {
    gain.jump(to: settings.gain)
    makeUp.jump(to: settings.makeUp)
  }

  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {
    gain.approach(settings.gain, inverseFrames: 1 / frames)
    makeUp.approach(settings.makeUp, inverseFrames: 1 / frames)
  }

  @_noLocks public mutating func clear() {}

  @_noLocks public mutating func process(_ sound: StereoSamples) {
    let (left, right) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let gain = gain.next()
      let level = makeUp.next()
      // A saturation changes the signal even at a gain of 1, so it is faded in up to an amount of 0.1.
      let share = min((gain - 1) * (1 / 0.15), 1)
      left[frame] += (FastMath.saturate(left[frame] * gain) * level - left[frame]) * share
      right[frame] += (FastMath.saturate(right[frame] * gain) * level - right[frame]) * share
    }
  }
}
