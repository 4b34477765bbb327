import SpinetRealtime

/// Owns the player that `prepare` makes and `render` uses, at a fixed address. It is freed before the next
/// one is made, and with its engine.
public struct PreparedPlayer<Player: ~Copyable>: ~Copyable {
  @usableFromInline var player: UnsafeMutablePointer<Player>?

  public init() {}

  deinit {
    player?.deinitialize(count: 1)
    player?.deallocate()
  }

  /// Frees the current player, then makes a new one. [control-thread, not while rendering]
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

  /// Lets the player fill `block`. Before the first `prepare`, fills it with silence. [audio-thread]
  @inlinable @inline(__always)
  public func render(_ block: AudioBlock, _ fill: (inout Player, AudioBlock) -> Void) {
    guard let player else { return block.silence() }
    fill(&player.pointee, block)
  }
}
