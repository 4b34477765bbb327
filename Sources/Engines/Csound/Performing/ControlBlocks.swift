/// How long Csound's control blocks (`ksmps`) are and how they fit the card's periods: the strategies of
/// Csound for iOS.
public enum ControlBlocks: Sendable, CaseIterable {
  /// As long as the file says. The period is a whole number of them, so that input comes out in the same period. On a
  /// card without such a period it works like `released`.
  case `static`
  /// As long as the period: less work, but later notes when the period is long. Input comes out in the same
  /// period.
  case dynamic
  /// As long as the file says, whatever the period is. Input comes out a control block later.
  case released
}

/// The sample rate, the control block and the channels that a file declares.
package struct DeclaredStreamFormat: Sendable {
  package let framesPerSecond: Double
  /// Frames of a control block.
  package let blockFrames: Int
  package let channelCount: Int
  package let inputChannelCount: Int

  package init(framesPerSecond: Double, blockFrames: Int, channelCount: Int, inputChannelCount: Int) {
    self.framesPerSecond = framesPerSecond
    self.blockFrames = blockFrames
    self.channelCount = channelCount
    self.inputChannelCount = inputChannelCount
  }

  /// - Parameter instance: compiled without any override.
  package init(_ instance: CsoundInstance) {
    channelCount = instance.channelCount
    inputChannelCount = instance.inputChannelCount
    framesPerSecond = instance.framesPerSecond
    blockFrames = instance.blockFrames
  }
}

/// How a file's control blocks fit a card's periods.
package struct BlockAlignment: Equatable {
  /// Frames of a control block.
  package var blockFrames: Int
  /// Whether each period is a whole number of control blocks, so that the input of a block is there before
  /// the block is performed.
  package var isAligned: Bool

  /// - Parameters:
  ///   - wanted: nil for what suits the file best in these periods.
  ///   - written: frames of a control block, as the file says.
  ///   - isOpen: whether the file leaves them open with a placeholder.
  package init(_ wanted: ControlBlocks?, written: Int, isOpen: Bool = false, period: Int) {
    blockFrames = wanted == .dynamic || wanted == nil && isOpen ? period : written
    isAligned = wanted != .released && period % blockFrames == 0
  }
}

extension CsdDocument {
  /// The card's period should be a multiple of this many frames.
  /// - Parameter blockFrames: of a control block, as the file says.
  package func periodUnit(_ wanted: ControlBlocks?, _ blockFrames: Int) -> Int {
    switch wanted {
    case .static: blockFrames
    case .dynamic, .released: 1
    // With input, this gives a shorter delay.
    case nil: readsInput && !leavesBlocksOpen ? blockFrames : 1
    }
  }
}
