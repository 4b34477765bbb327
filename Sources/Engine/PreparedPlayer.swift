import SpinetRealtime

/// Owns an engine's player at a fixed address. `prepare` makes it and `render` uses it. It is freed before the next one
/// is made, and with its engine.
public struct PreparedPlayer<Player: ~Copyable>: ~Copyable {
  private var owner: FixedValue<Player>?
  // The audio thread reads only this address, which needs no exclusivity check.
  @usableFromInline var player: UnsafeMutablePointer<Player>?

  /// Owns no player until `prepare`.
  public init() {}

  /// Frees the current player, then makes a new one. [control-thread] [not-rendering]
  public mutating func prepare<Failure: Error>(_ make: () throws(Failure) -> Player) throws(Failure) {
    forget()
    let made = FixedValue(try make())
    player = made.address
    owner = consume made
  }

  private mutating func forget() {
    player = nil
    owner = nil
  }

  /// Where the player is until the next `prepare`, for engines that are rendered together; nil before the first.
  /// [audio-thread]
  @inlinable public var address: UnsafeMutablePointer<Player>? { @inline(__always) get { player } }

  /// Lets the player fill `block`. Before the first `prepare`, fills it with silence. [audio-thread]
  @inlinable @inline(__always)
  public func render(_ block: AudioBlock, _ fill: (inout Player, AudioBlock) -> Void) {
    guard let player else { return block.silence() }
    fill(&player.pointee, block)
  }
}
