import SpinetRealtime

/// Echoes that alternate between the sides, each duller than the one before.
public struct StereoDelay: StereoEffect, ~Copyable {
  private var left: DelayLine
  private var right: DelayLine
  /// Frames.
  private var time = Ramp(1)
  private var mix = Ramp(0)
  private var feedback = Ramp(0)
  private var leftTone: Float = 0
  private var rightTone: Float = 0
  private let toneRate: Float
  private let framesPerSecond: Float

  /// The longest time between two echoes.
  public static var longestSeconds: Double { @_noLocks @inlinable get { 2 } }

  public struct Settings: EffectSettings {
    /// 0–1.
    public var mix: Float
    /// Seconds, at most `longestSeconds`.
    public var time: Float
    /// 0–1.
    public var feedback: Float

    @_noLocks public init(mix: Float, time: Float, feedback: Float) {
      self.mix = mix
      self.time = time
      self.feedback = feedback
    }

    public var isActive: Bool { @_noLocks get { mix > 1e-4 } }
  }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    // One pole at 5 kHz.
    toneRate = Float(min(0.9, 2 * .pi * 5_000 / framesPerSecond))
    let longest = Int(framesPerSecond * Self.longestSeconds) + 64
    left = DelayLine(longest: longest)
    right = DelayLine(longest: longest)
  }

  @_noLocks public mutating func clear() {
    left.clear()
    right.clear()
    leftTone = 0
    rightTone = 0
  }

  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {
    let inverse = 1 / frames
    mix.approach(settings.mix, inverseFrames: inverse)
    feedback.approach(settings.feedback, inverseFrames: inverse)
    // The delay time follows within about a tenth of a second, as a tape machine's speed would.
    let inertia = 10 * frames / framesPerSecond
    let wanted = settings.time * framesPerSecond
    let target = time.value + (wanted - time.value) * (inertia < 1 ? inertia : 1)
    time.approach(target, inverseFrames: inverse)
  }

  @_noLocks public mutating func settle(_ settings: Settings) {
    mix.jump(to: settings.mix)
    time.jump(to: settings.time * framesPerSecond)
    feedback.jump(to: settings.feedback)
  }

  @_noLocks public mutating func restart(_ settings: Settings) {
    clear()
    mix.jump(to: 0)
    time.jump(to: settings.time * framesPerSecond)
  }

  @_noLocks public mutating func process(_ sound: StereoSamples) {
    let (leftSamples, rightSamples) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      let wet = mix.next()
      let back = feedback.next()
      let delay = time.next()
      let leftEcho = left.read(delay)
      let rightEcho = right.read(delay)
      leftTone += (leftEcho - leftTone) * toneRate
      rightTone += (rightEcho - rightTone) * toneRate
      let input = (leftSamples[frame] + rightSamples[frame]) * 0.5
      left.write(input + rightTone * back)
      right.write(leftTone * (back > 0.3 ? back : 0.3))
      leftSamples[frame] += leftEcho * wet
      rightSamples[frame] += rightEcho * wet
    }
  }
}
