#if Csound
  /// The output's way down and up again over two control blocks, between which voices end without a click; or
  /// up alone, after nobody has heard it. [audio-thread]
  struct Fade {
    private enum Step { case none, asked, down, dark, up }
    private var step = Step.none

    @_noLocks mutating func begin() {
      if step == .none { step = .asked }
    }

    /// Nothing is heard until the next control block, which begins the way up. Answers whether it was on its
    /// way down.
    @_noLocks mutating func darken() -> Bool {
      let wasFalling = step == .asked || step == .down
      step = .dark
      return wasFalling
    }

    /// Whether the way up begins with the next control block.
    var isBottom: Bool { @_noLocks get { step == .down } }

    /// To the next control block.
    @_noLocks mutating func advance() {
      switch step {
      case .none: break
      case .asked: step = .down
      case .down, .dark: step = .up
      case .up: step = .none
      }
    }

    @_noLocks func gain(at frame: Int, of count: Int) -> Double {
      switch step {
      case .none, .asked: 1
      case .dark: 0
      case .down: 1 - Double(frame + 1) / Double(count)
      case .up: Double(frame + 1) / Double(count)
      }
    }
  }
#endif
