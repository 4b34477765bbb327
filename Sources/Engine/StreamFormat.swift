/// The sample rate and the largest block of a stream.
package struct StreamFormat: Hashable, Sendable {
  package let framesPerSecond: Double
  package let largestBlock: Int

  package init(framesPerSecond: Double, largestBlock: Int) {
    self.framesPerSecond = framesPerSecond
    self.largestBlock = largestBlock
  }

  /// A duration in frames, at least 1.
  package func frames(seconds: Double) -> Int { max(1, Int(framesPerSecond * seconds)) }
}
