/// Two slowly moving echoes a side, a quarter of a turn apart.
public struct Chorus: BitwiseCopyable {
  var left: DelayLine
  var right: DelayLine
  var taps = (Ramp(0), Ramp(0), Ramp(0), Ramp(0))
  var mix = Ramp(0)
  /// In cycles.
  var turn: Float = 0
  let framesPerSecond: Float

  /// Milliseconds of the echoes at rest, and how far they move at full depth.
  private static var rest: Float { @_noLocks get { 11 } }
  private static var reach: Float { @_noLocks get { 7 } }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    let longest = Int(framesPerSecond * 0.03) + 64
    left = DelayLine(longest: longest)
    right = DelayLine(longest: longest)
  }

  public func deallocate() {
    left.deallocate()
    right.deallocate()
  }

  /// [audio-thread]
  @_noLocks public func clear() {
    left.clear()
    right.clear()
  }

  /// Where to be `frames` from now. [audio-thread]
  @_noLocks public mutating func approach(mix: Float, rate: Float, depth: Float, frames: Float) {
    let inverse = 1 / frames
    self.mix.approach(mix, inverseFrames: inverse)
    turn += rate * frames / framesPerSecond
    if turn >= 1 { turn -= 1 }
    taps.0.approach(delay(0, depth), inverseFrames: inverse)
    taps.1.approach(delay(0.5, depth), inverseFrames: inverse)
    taps.2.approach(delay(0.25, depth), inverseFrames: inverse)
    taps.3.approach(delay(0.75, depth), inverseFrames: inverse)
  }

  /// At once. [audio-thread]
  @_noLocks public mutating func settle(mix: Float) { self.mix.jump(to: mix) }

  /// From silence, with nothing heard so far. [audio-thread]
  @_noLocks public mutating func restart(depth: Float) {
    clear()
    mix.jump(to: 0)
    taps.0.jump(to: delay(0, depth))
    taps.1.jump(to: delay(0.5, depth))
    taps.2.jump(to: delay(0.25, depth))
    taps.3.jump(to: delay(0.75, depth))
  }

  @_noLocks private func delay(_ offset: Float, _ depth: Float) -> Float {
    let milliseconds = Self.rest + Self.reach * depth * FastMath.sine(turn + offset)
    return milliseconds * 0.001 * framesPerSecond
  }

  /// In place. [audio-thread]
  @_noLocks public mutating func process(
    _ leftSamples: UnsafeMutablePointer<Float>, _ rightSamples: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
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
