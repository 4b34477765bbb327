/// Fades the output out and in again over two control blocks, so that voices end between them without a
/// click; or only in, after a pause. [audio-thread]
struct Fade {
  private enum Step { case none, asked, down, dark, up }
  private var step = Step.none

  @_noLocks mutating func begin() {
    if step == .none { step = .asked }
  }

  /// Silent until the next control block, which fades in. Returns whether it was fading out.
  @_noLocks mutating func darken() -> Bool {
    let wasFalling = step == .asked || step == .down
    step = .dark
    return wasFalling
  }

  /// Whether it changes the sound of this control block.
  var isOn: Bool { @_noLocks get { step != .none && step != .asked } }

  /// Whether the next control block fades in.
  var isBottom: Bool { @_noLocks get { step == .down } }

  /// Moves on to the next control block.
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
