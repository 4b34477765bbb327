import SpinetEngine
import SpinetRealtime
import Synchronization

// After some silence the device rests: nothing is rendered and nothing wakes the processor.
extension PlaybackLoop {
  /// Rests between phrases are shorter, and so is what an engine needs to see that it may begin anew.
  private static let secondsUntilPause = 2.2
  /// As long as nobody has played, there is no phrase to go on.
  private static let secondsUntilFirstPause = 0.1

  /// Whether nothing sounds, nothing waits, and nobody records the silence.
  var isIdle: Bool {
    let silentFrames = link.meters.silentFrames
    if silentFrames == 0 { hasSounded = true }
    guard recorder == nil, link.waitingCommands == 0 else { return false }
    let seconds = hasSounded ? Self.secondsUntilPause : Self.secondsUntilFirstPause
    return Double(silentFrames) >= seconds * Double(format.framesPerSecond)
  }

  func pause() {
    shared.state.store(.paused, ordering: .relaxed)
    // Pairs with the fence in `Playback.wake`: either the sender sees the pause, or this the command.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard link.waitingCommands == 0 else { return shared.state.store(.playing, ordering: .relaxed) }
    port.drop()
    input?.rest()
    shared.pauses.wrappingAdd(1, ordering: .relaxed)
  }

  /// Sleeps, and starts the device again when there is something to play.
  func rest() {
    if link.waitingCommands == 0 {
      port.rest(until: waker, nanoseconds: isLost ? nextAttempt.nanoseconds(since: port.now) : nil)
    }
    if waker.consume() || link.waitingCommands > 0 { begin(isWaking: true) }
  }
}
