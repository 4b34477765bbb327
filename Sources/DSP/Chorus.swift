import SpinetRealtime

/// Two copies of each side whose delays move slowly. The four movements are a quarter of a cycle apart.
public struct Chorus: StereoEffect, ~Copyable {
  private var left: DelayLine
  private var right: DelayLine
  private var taps = (Ramp(0), Ramp(0), Ramp(0), Ramp(0))
  private var mix = Ramp(0)
  /// The phase of the movement, in cycles.
  private var phase: Float = 0
  private let framesPerSecond: Float

  public struct Settings: EffectSettings {
    /// 0–1.
    public var mix: Float
    /// Hz.
    public var rate: Float
    /// 0–1.
    public var depth: Float

    @_noLocks public init(mix: Float, rate: Float, depth: Float) {
      self.mix = mix
      self.rate = rate
      self.depth = depth
    }

    public var isActive: Bool { @_noLocks get { mix > 1e-4 } }
  }

  /// Milliseconds of the mean delay, and of the movement at full depth.
  private static var meanDelay: Float { @_noLocks get { 11 } }
  private static var movement: Float { @_noLocks get { 7 } }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    let longest = Int(framesPerSecond * 0.03) + 64
    left = DelayLine(longest: longest)
    right = DelayLine(longest: longest)
  }

  @_noLocks public mutating func clear() {
    left.clear()
    right.clear()
  }

  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {
    let inverse = 1 / frames
    mix.approach(settings.mix, inverseFrames: inverse)
    phase += settings.rate * frames / framesPerSecond
    if phase >= 1 { phase -= 1 }
    taps.0.approach(delay(0, settings.depth), inverseFrames: inverse)
    taps.1.approach(delay(0.5, settings.depth), inverseFrames: inverse)
    taps.2.approach(delay(0.25, settings.depth), inverseFrames: inverse)
    taps.3.approach(delay(0.75, settings.depth), inverseFrames: inverse)
  }

  @_noLocks public mutating func settle(_ settings: Settings) { mix.jump(to: settings.mix) }

  @_noLocks public mutating func restart(_ settings: Settings) {
    clear()
    mix.jump(to: 0)
    taps.0.jump(to: delay(0, settings.depth))
    taps.1.jump(to: delay(0.5, settings.depth))
    taps.2.jump(to: delay(0.25, settings.depth))
    taps.3.jump(to: delay(0.75, settings.depth))
  }

  @_noLocks private func delay(_ offset: Float, _ depth: Float) -> Float {
    let milliseconds = Self.meanDelay + Self.movement * depth * FastMath.sine(phase + offset)
    return milliseconds * 0.001 * framesPerSecond
  }

  @_noLocks public mutating func process(_ sound: StereoSamples) {
    let (leftSamples, rightSamples) = (sound.left, sound.right)
    for frame in 0..<sound.frameCount {
      left.write(leftSamples[frame])
      right.write(rightSamples[frame])
      let wet = mix.next()
      let dry = 1 - 0.4 * wet
      let leftWet = left.read(taps.0.next()) + left.read(taps.1.next())
      let rightWet = right.read(taps.2.next()) + right.read(taps.3.next())
      leftSamples[frame] = leftSamples[frame] * dry + leftWet * wet * 0.5
      rightSamples[frame] = rightSamples[frame] * dry + rightWet * wet * 0.5
    }
  }
}
