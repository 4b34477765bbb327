/// What an engine is prepared for.
package struct StreamFormat: Hashable, Sendable {
  package let framesPerSecond: Double
  package let largestBlock: Int

  package init(framesPerSecond: Double, largestBlock: Int) {
    self.framesPerSecond = framesPerSecond
    self.largestBlock = largestBlock
  }

  /// The frames of a duration, at least 1.
  package func frames(seconds: Double) -> Int { max(1, Int(framesPerSecond * seconds)) }
}
