import Realtime

/// Cuts a block at the frames of its commands.
///
/// ```swift
/// var cursor = CommandCursor(end: audioEnd, block: block)
/// while let segment = cursor.nextSegment(taking: { command in apply(command) }) { play(segment) }
/// ```
/// Commands that are late are applied at the first frame and counted.
public struct CommandCursor {
  @usableFromInline let end: AudioEnd
  @usableFromInline let block: AudioBlock
  @usableFromInline var position = 0

  @_noLocks @inlinable public init(end: AudioEnd, block: AudioBlock) {
    self.end = end
    self.block = block
  }

  /// The next stretch without a command inside; nil at the end of the block. [audio-thread]
  @_noLocks @inlinable @inline(__always)
  public mutating func nextSegment(taking apply: (EngineCommand) -> Void) -> AudioBlock? {
    guard position < block.frameCount else { return nil }
    var next = block.frameCount
    while let command = end.commands.peek() {
      let offset = Int(block.timeline.frame(of: command.time) - block.firstFrame)
      if offset > position {
        next = min(offset, next)
        break
      }
      if offset < 0 { end.meters.countLateCommand() }
      _ = end.commands.pop()
      apply(command)
    }
    let segment = block.slice(from: position, count: next - position)
    position = next
    return segment
  }
}
