/// Removes the constant offset that asymmetric waves leave behind a saturation: a one-pole high pass at 5 Hz.
public struct DCBlocker: StereoEffect, ~Copyable {
  private var left: Float = 0
  private var right: Float = 0
  private let coefficient: Float

  public struct Settings: EffectSettings {
    @_noLocks public init() {}
    public var isHeard: Bool { @_noLocks get { true } }
  }

  public init(framesPerSecond: Double) { coefficient = Float(2 * .pi * 5 / framesPerSecond) }

  @_noLocks public mutating func restart(_ settings: Settings) { clear() }
  @_noLocks public mutating func settle(_ settings: Settings) {}
  @_noLocks public mutating func approach(_ settings: Settings, frames: Float) {}

  @_noLocks public mutating func clear() {
    left = 0
    right = 0
  }

  @_noLocks public mutating func process(
    _ leftSamples: UnsafeMutablePointer<Float>, _ rightSamples: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
      left += (leftSamples[frame] - left) * coefficient
      right += (rightSamples[frame] - right) * coefficient
      leftSamples[frame] -= left
      rightSamples[frame] -= right
    }
  }
}
