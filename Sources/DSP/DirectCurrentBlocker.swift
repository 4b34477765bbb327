/// Takes away what does not swing, which lopsided waves leave behind a saturation: one pole at 5 Hz.
public struct DirectCurrentBlocker: BitwiseCopyable {
  var left: Float = 0
  var right: Float = 0
  let pace: Float

  public init(framesPerSecond: Double) { pace = Float(2 * .pi * 5 / framesPerSecond) }

  /// [audio-thread]
  @_noLocks public mutating func clear() {
    left = 0
    right = 0
  }

  /// In place. [audio-thread]
  @_noLocks public mutating func process(
    _ leftSamples: UnsafeMutablePointer<Float>, _ rightSamples: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
      left += (leftSamples[frame] - left) * pace
      right += (rightSamples[frame] - right) * pace
      leftSamples[frame] -= left
      rightSamples[frame] -= right
    }
  }
}
