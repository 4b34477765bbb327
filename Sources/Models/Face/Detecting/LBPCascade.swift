/// A trained cascade of local binary patterns, which tells whether a window of a picture shows a face.
///
/// Each stage adds the votes of its trees; a window that gets too few is not a face, and most windows end in the first
/// stages.
package struct LBPCascade: Sendable {
  /// The number of trees before the end of the stage, and the votes that it needs.
  package struct Stage: Hashable, Sendable {
    package let trees: Range<Int>
    package let threshold: Float

    package init(trees: Range<Int>, threshold: Float) {
      self.trees = trees
      self.threshold = threshold
    }
  }

  /// One question: is the pattern of a feature in the set? Each answer is a vote.
  package struct Tree: Hashable, Sendable {
    package let feature: Int
    package let inside: Float
    package let outside: Float

    package init(feature: Int, inside: Float, outside: Float) {
      self.feature = feature
      self.inside = inside
      self.outside = outside
    }
  }

  /// The upper left one of nine equal blocks.
  package struct Block: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  package let windowWidth: Int
  package let windowHeight: Int
  let stages: [Stage]
  let trees: [Tree]
  /// Eight words for each tree: a bit for each of the 256 patterns.
  let sets: [UInt32]
  let features: [Block]

  /// What it refers to must be there: the trees of the stages, the features of the trees, eight words of `sets` for each
  /// tree.
  package init(
    windowWidth: Int, windowHeight: Int, stages: [Stage], trees: [Tree], sets: [UInt32], features: [Block]
  ) {
    self.windowWidth = windowWidth
    self.windowHeight = windowHeight
    self.stages = stages
    self.trees = trees
    self.sets = sets
    self.features = features
  }

  /// How many stages a window has to pass.
  package var stageCount: Int { stages.count }
  package var treeCount: Int { trees.count }
}
