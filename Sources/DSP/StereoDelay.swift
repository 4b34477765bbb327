/// Echoes that cross from side to side, each duller than the one before.
public struct StereoDelay: BitwiseCopyable {
  var left: DelayLine
  var right: DelayLine
  var time = Ramp(1)
  var mix = Ramp(0)
  var feedback = Ramp(0)
  var leftTone: Float = 0
  var rightTone: Float = 0
  let toneRate: Float
  let framesPerSecond: Float

  public static var longestSeconds: Double { @_noLocks @inlinable get { 2 } }

  public init(framesPerSecond: Double) {
    self.framesPerSecond = Float(framesPerSecond)
    // One pole at 5 kHz.
    toneRate = Float(min(0.9, 2 * .pi * 5_000 / framesPerSecond))
    let longest = Int(framesPerSecond * Self.longestSeconds) + 64
    left = DelayLine(longest: longest)
    right = DelayLine(longest: longest)
  }

  public func deallocate() {
    left.deallocate()
    right.deallocate()
  }

  /// [audio-thread]
  @_noLocks public mutating func clear() {
    left.clear()
    right.clear()
    leftTone = 0
    rightTone = 0
  }

  /// Where to be `frames` from now; `time` in seconds. [audio-thread]
  @_noLocks public mutating func approach(mix: Float, time: Float, feedback: Float, frames: Float) {
    let inverse = 1 / frames
    self.mix.approach(mix, inverseFrames: inverse)
    self.feedback.approach(feedback, inverseFrames: inverse)
    // A tape's inertia: about a tenth of a second.
    let inertia = 10 * frames / framesPerSecond
    let goal = self.time.value + (time * framesPerSecond - self.time.value) * (inertia < 1 ? inertia : 1)
    self.time.approach(goal, inverseFrames: inverse)
  }

  /// At once; `time` in seconds. [audio-thread]
  @_noLocks public mutating func settle(mix: Float, time: Float, feedback: Float) {
    self.mix.jump(to: mix)
    self.time.jump(to: time * framesPerSecond)
    self.feedback.jump(to: feedback)
  }

  /// From silence, with nothing heard so far; `time` in seconds. [audio-thread]
  @_noLocks public mutating func restart(time: Float) {
    clear()
    mix.jump(to: 0)
    self.time.jump(to: time * framesPerSecond)
  }

  /// In place. [audio-thread]
  @_noLocks public mutating func process(
    _ leftSamples: UnsafeMutablePointer<Float>, _ rightSamples: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
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
