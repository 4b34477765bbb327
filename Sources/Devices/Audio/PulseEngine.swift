import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays one sample where a note begins, so that its way can be measured.
package final class PulseEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Pulse"
  package let widgets: [Widget] = []
  package let voiceCapacity = 4
  private var player = PreparedPlayer<PulsePlayer>()

  package init() {}

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare { PulsePlayer(link.claimAudioEnd()) }
  }

  /// [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}

/// The audio side of `PulseEngine`.
private struct PulsePlayer: ~Copyable {
  private var end: AudioEnd
  /// The note that began last.
  private var serial: UInt32 = 0

  init(_ end: consuming AudioEnd) { self.end = end }

  /// [audio-thread]
  @_noLocks mutating func render(_ block: AudioBlock) {
    block.silence()
    var cursor = CommandCursor(block)
    while cursor.isInside {
      var isStruck = false
      while let command = cursor.nextCommand(from: &end) { isStruck = take(command) || isStruck }
      let segment = cursor.nextSegment()
      guard isStruck, segment.frameCount > 0 else { continue }
      segment.left[0] = 0.9
      segment.right[0] = 0.9
    }
  }

  /// Returns whether a note begins.
  @_noLocks private mutating func take(_ command: EngineCommand) -> Bool {
    switch command.action {
    case .voice(.start(_, let number)): serial = number
    case .voice(.release(let voice)): end.report(.voiceEnded(voice, serial: serial))
    default: break
    }
    if case .voice(.start) = command.action { return true }
    return false
  }
}
