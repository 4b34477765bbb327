/// A trained cascade of local binary patterns, which tells whether a window of a picture shows a face.
///
/// Each stage adds the votes of its trees; a window that gets too few is not a face, and most windows end in the first
/// stages.
package struct LBPCascade: Sendable {
  /// The number of trees before the end of the stage, and the votes that it needs.
  struct Stage: Hashable, Sendable {
    let trees: Range<Int>
    let threshold: Float
  }

  /// One question: is the pattern of a feature in the set? Each answer is a vote.
  struct Tree: Hashable, Sendable {
    let feature: Int
    let inside: Float
    let outside: Float
  }

  /// The upper left one of nine equal blocks.
  struct Block: Hashable, Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  package let windowWidth: Int
  package let windowHeight: Int
  let stages: [Stage]
  let trees: [Tree]
  /// Eight words for each tree: a bit for each of the 256 patterns.
  let sets: [UInt32]
  let features: [Block]

  /// How many stages a window has to pass.
  package var stageCount: Int { stages.count }
  package var treeCount: Int { trees.count }
}
