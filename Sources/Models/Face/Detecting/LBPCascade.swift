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

    /// Whether all nine blocks lie inside a window.
    fileprivate func fits(_ windowWidth: Int, _ windowHeight: Int) -> Bool {
      x >= 0 && y >= 0 && width > 0 && height > 0 && x + 3 * width <= windowWidth
        && y + 3 * height <= windowHeight
    }
  }

  package let windowWidth: Int
  package let windowHeight: Int
  let stages: [Stage]
  let trees: [Tree]
  /// Eight words for each tree: a bit for each of the 256 patterns.
  let sets: [UInt32]
  let features: [Block]

  /// - Precondition: all references are valid, and the nine blocks of each feature lie inside the window. `sets` has
  ///   eight words for each tree.
  package init(
    windowWidth: Int, windowHeight: Int, stages: [Stage], trees: [Tree], sets: [UInt32], features: [Block]
  ) {
    // `CascadeScan` relies on it.
    precondition(sets.count == 8 * trees.count && trees.allSatisfy { features.indices.contains($0.feature) })
    precondition(stages.allSatisfy { $0.trees.lowerBound >= 0 && $0.trees.upperBound <= trees.count })
    precondition(features.allSatisfy { $0.fits(windowWidth, windowHeight) })
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
