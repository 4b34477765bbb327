#if Csound
  /// How a file's control blocks and a card's periods go together.
  package struct BlockPlan: Equatable {
    /// Frames of a control block.
    package var blockFrames: Int
    /// Whether each period is a whole number of control blocks, so that a block's input is there before it is
    /// performed.
    package var isAligned: Bool

    /// - Parameters:
    ///   - wanted: nil for whatever suits the file best in these periods.
    ///   - written: frames of a control block, as the file says.
    ///   - isOpen: whether the file leaves them open, by a placeholder.
    package init(_ wanted: ControlBlocks?, written: Int, isOpen: Bool = false, period: Int) {
      blockFrames = wanted == .dynamic || wanted == nil && isOpen ? period : written
      isAligned = wanted != .released && period % blockFrames == 0
    }
  }

  extension CsdDocument {
    /// Of how many frames the card's period should be a multiple.
    /// - Parameter blockFrames: of a control block, as the file says.
    package func periodUnit(_ wanted: ControlBlocks?, _ blockFrames: Int) -> Int {
      switch wanted {
      case .static: blockFrames
      case .dynamic, .released: 1
      // What listens is answered sooner.
      case nil: readsInput && !leavesBlocksOpen ? blockFrames : 1
      }
    }
  }
#endif
