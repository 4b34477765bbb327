/// A cascade that is prepared for an integral image of a certain stride, so that testing a window only looks up
/// sums.
struct CascadeScan {
  private let stages: [LBPCascade.Stage]
  private let trees: [LBPCascade.Tree]
  private let sets: [UInt32]
  /// Sixteen offsets for each feature: the corners of its nine blocks.
  private let corners: [Int32]

  /// As in OpenCV, this is subtracted from each threshold, so that rounding errors lose no face.
  private static let slack: Float = 1e-5

  init(_ cascade: LBPCascade, stride: Int) {
    stages = cascade.stages
    trees = cascade.trees
    sets = cascade.sets
    corners = cascade.features.flatMap { block in
      (0..<16).map { corner in
        Int32((block.y + corner / 4 * block.height) * stride + block.x + corner % 4 * block.width)
      }
    }
  }

  /// The number of stages that the window at `origin` passes. A face passes all of them.
  ///
  /// - Parameters:
  ///   - origin: the index of the window's upper left corner.
  ///   - sums: of an image in which the whole window lies.
  @inline(__always) func stagesPassed(at origin: Int, in sums: Span<UInt32>) -> Int {
    let stages = stages.span
    let trees = trees.span
    let sets = sets.span
    let corners = corners.span
    let window = sums.extracting(origin..<sums.count)
    for index in 0..<stages.count {
      let stage = stages[index]
      var votes: Float = 0
      // Unchecked, as in `pattern`: with checks, a frame took 13 % longer. The references of a cascade are valid, its
      // blocks lie inside its window, and the window inside the image.
      for tree in stage.trees {
        let question = trees[unchecked: tree]
        let first = question.feature &* 16
        let pattern = Self.pattern(corners.extracting(unchecked: first..<first &+ 16), window)
        let isInside = sets[unchecked: tree &* 8 &+ pattern >> 5] >> UInt32(pattern & 31) & 1 == 1
        votes += isInside ? question.inside : question.outside
      }
      if votes < stage.threshold - Self.slack { return index }
    }
    return stages.count
  }

  /// Which of the eight outer blocks are at least as bright as the one in the middle, from the upper left one
  /// clockwise.
  @inline(__always) private static func pattern(
    _ corners: Span<Int32>, _ window: Span<UInt32>
  ) -> Int {
    @inline(__always) func sum(_ corner: Int) -> UInt32 { window[unchecked: Int(corners[unchecked: corner])] }
    @inline(__always) func block(_ corner: Int) -> UInt32 {
      sum(corner) &+ sum(corner + 5) &- sum(corner + 1) &- sum(corner + 4)
    }
    let middle = block(5)
    var pattern = block(0) >= middle ? 128 : 0
    if block(1) >= middle { pattern |= 64 }
    if block(2) >= middle { pattern |= 32 }
    if block(6) >= middle { pattern |= 16 }
    if block(10) >= middle { pattern |= 8 }
    if block(9) >= middle { pattern |= 4 }
    if block(8) >= middle { pattern |= 2 }
    if block(4) >= middle { pattern |= 1 }
    return pattern
  }
}
