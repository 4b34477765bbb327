import SpinetRealtime

/// What `prepare` makes for the audio thread and `render` plays, at an address of its own. It is freed before
/// the next one is made, and with its engine.
public struct PreparedPlayer<Player: ~Copyable>: ~Copyable {
  @usableFromInline var player: UnsafeMutablePointer<Player>?

  public init() {}

  deinit {
    player?.deinitialize(count: 1)
    player?.deallocate()
  }

  /// Frees the player there is, then makes another. [control-thread, not while rendering]
  public mutating func prepare<Failure: Error>(_ make: () throws(Failure) -> Player) throws(Failure) {
    forget()
    let made = try make()
    let memory = UnsafeMutablePointer<Player>.allocate(capacity: 1)
    memory.initialize(to: made)
    player = memory
  }

  private mutating func forget() {
    player?.deinitialize(count: 1)
    player?.deallocate()
    player = nil
  }

  /// Lets the player fill `block`, or fills it with silence before the first `prepare`. [audio-thread]
  @inlinable @inline(__always)
  public func render(_ block: AudioBlock, _ fill: (inout Player, AudioBlock) -> Void) {
    guard let player else { return block.silence() }
    fill(&player.pointee, block)
  }
}
