import SpinetRealtime

/// Splits a block at the frames of its commands.
///
/// ```swift
/// var cursor = CommandCursor(block)
/// while cursor.isInside {
///   while let command = cursor.nextCommand(from: &end) { apply(command) }
///   play(cursor.nextSegment())
/// }
/// ```
/// Late commands are applied at the first frame and counted.
public struct CommandCursor {
  @usableFromInline let block: AudioBlock
  /// The start and the end of the next segment, in frames from the start of the block.
  @usableFromInline var position = 0
  @usableFromInline var next: Int

  /// Begins at the first frame of the block. [audio-thread]
  @_noLocks @inlinable public init(_ block: AudioBlock) {
    self.block = block
    next = block.frameCount
  }

  /// False when the whole block has been played. [audio-thread]
  @inlinable public var isInside: Bool { @_noLocks get { position < block.frameCount } }

  /// Takes a command that falls on the first frame of the next segment, or before it. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func nextCommand(from end: inout AudioEnd) -> EngineCommand? {
    next = block.frameCount
    guard let command = end.peekCommand() else { return nil }
    let offset = Int(block.timeline.frame(of: command.time) - block.firstFrame)
    if offset > position {
      next = min(offset, next)
      return nil
    }
    if offset < 0 { end.meters.countLateCommand() }
    end.popCommand()
    return command
  }

  /// The frames up to the next command, or to the end of the block. [audio-thread]
  @_noLocks @inlinable @inline(__always) public mutating func nextSegment() -> AudioBlock {
    let segment = block.slice(from: position, count: next - position)
    position = next
    return segment
  }
}
