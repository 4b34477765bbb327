import Engine
import Realtime
import Synchronization

// After some seconds of silence the device rests: nothing is rendered and nothing wakes the processor.
extension PlaybackLoop {
  private static let secondsUntilPause = 5

  /// Whether nothing sounds, nothing waits, and nobody records the silence.
  var isIdle: Bool {
    recorder == nil && link.waitingCommands == 0
      && link.meters.silentFrames >= Self.secondsUntilPause * format.framesPerSecond
  }

  func pause() {
    board.state.store(.paused, ordering: .relaxed)
    // Pairs with the fence in `Playback.wake`: either the sender sees the pause, or this the command.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard link.waitingCommands == 0 else { return board.state.store(.playing, ordering: .relaxed) }
    port.drop()
    board.pauses.wrappingAdd(1, ordering: .relaxed)
  }

  /// Sleeps, and starts the device again when there is something to play.
  func rest() {
    if link.waitingCommands == 0 {
      port.rest(until: wakeUp, nanoseconds: isLost ? nextAttempt.nanoseconds(since: port.now) : nil)
    }
    if wakeUp.takeRing() || link.waitingCommands > 0 { begin(isWaking: true) }
  }
}
