/// A cascade laid out for sums with a certain stride, so that a window costs nothing but looking up.
struct CascadeScan {
  private let stages: [LBPCascade.Stage]
  private let trees: [LBPCascade.Tree]
  private let sets: [UInt32]
  /// Sixteen distances for each feature: the corners of its nine blocks.
  private let corners: [Int32]

  /// What OpenCV takes off each threshold, so that rounding loses no face.
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

  /// Calls `look` with a function that tells the number of stages which a window passes, from the window's origin.
  func withTables<Result>(_ look: (Tables) -> Result) -> Result {
    stages.withUnsafeBufferPointer { stages in
      trees.withUnsafeBufferPointer { trees in
        sets.withUnsafeBufferPointer { sets in
          corners.withUnsafeBufferPointer { corners in
            look(Tables(stages: stages, trees: trees, sets: sets, corners: corners))
          }
        }
      }
    }
  }

  struct Tables {
    fileprivate let stages: UnsafeBufferPointer<LBPCascade.Stage>
    fileprivate let trees: UnsafeBufferPointer<LBPCascade.Tree>
    fileprivate let sets: UnsafeBufferPointer<UInt32>
    fileprivate let corners: UnsafeBufferPointer<Int32>

    /// How many stages the window at `origin` passes. All of them: a face.
    @inline(__always) func stagesPassed(at origin: UnsafePointer<UInt32>) -> Int {
      for index in 0..<stages.count {
        let stage = stages[index]
        var votes: Float = 0
        for tree in stage.trees {
          let question = trees[tree]
          let pattern = pattern(of: question.feature, at: origin)
          let isInside = sets[tree * 8 + pattern >> 5] >> UInt32(pattern & 31) & 1 == 1
          votes += isInside ? question.inside : question.outside
        }
        if votes < stage.threshold - CascadeScan.slack { return index }
      }
      return stages.count
    }

    /// Which of the eight outer blocks are at least as bright as the one in the middle, from the upper left one
    /// clockwise.
    @inline(__always) private func pattern(of feature: Int, at origin: UnsafePointer<UInt32>) -> Int {
      let corner = UnsafeBufferPointer(rebasing: corners[feature * 16..<feature * 16 + 16])
      @inline(__always) func block(_ first: Int) -> UInt32 {
        origin[Int(corner[first])] &+ origin[Int(corner[first + 5])] &- origin[Int(corner[first + 1])]
          &- origin[Int(corner[first + 4])]
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
}
