/// A trained cascade of local binary patterns, which tells whether a window of a picture shows a face.
///
/// Each stage adds the votes of its trees. A window with too few votes is not a face. Most windows fail in the
/// first stages.
package struct LBPCascade: Sendable {
  /// The trees of a stage, and the sum of votes that a window needs to pass.
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
    /// The index of its feature.
    package let feature: Int
    /// The votes for a pattern in the set, and for any other.
    package let inside: Float
    package let outside: Float

    package init(feature: Int, inside: Float, outside: Float) {
      self.feature = feature
      self.inside = inside
      self.outside = outside
    }
  }

  /// The upper left block of a feature, which has nine equal ones.
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

  /// All references must be valid: trees of the stages, features of the trees. `sets` must have eight words for
  /// each tree.
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

  /// The number of stages that a window must pass.
  package var stageCount: Int { stages.count }
  package var treeCount: Int { trees.count }
}
