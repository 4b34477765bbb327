/// The sample rate and the largest block of a stream, and the mix in which an engine plays there.
package struct StreamFormat: Hashable, Sendable {
  package let framesPerSecond: Double
  package let largestBlock: Int
  /// Nil for an engine that plays alone.
  package let mix: MixNumber?

  package init(framesPerSecond: Double, largestBlock: Int, mix: MixNumber? = nil) {
    self.framesPerSecond = framesPerSecond
    self.largestBlock = largestBlock
    self.mix = mix
  }

  /// A duration in frames, at least 1.
  package func frames(seconds: Double) -> Int { max(1, Int(framesPerSecond * seconds)) }
}
