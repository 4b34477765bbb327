import SpinetEngine
import SpinetRealtime
import Synchronization

// After some silence the device is stopped: nothing is rendered and nothing wakes the processor.
extension PlaybackLoop {
  /// Longer than a rest between phrases, and longer than an engine needs to detect that it may start again.
  private static let secondsUntilPause = 2.2
  /// Before the first note there is no phrase that could continue.
  private static let secondsUntilFirstPause = 0.1

  /// Whether there is no sound, no waiting command, no click, and no recording of the silence.
  var isIdle: Bool {
    let silentFrames = link.meters.silentFrames
    if link.meters.isSounding { hasSounded = true }
    guard !neverRests, !isWanted else { return false }
    let seconds = hasSounded ? Self.secondsUntilPause : Self.secondsUntilFirstPause
    return Double(silentFrames) >= seconds * Double(format.framesPerSecond)
  }

  /// Whether there is something to play, or to record.
  private var isWanted: Bool {
    link.waitingCommands > 0 || !recorder.handle.isEmpty || clicks?.isWanted == true
  }

  func pause() {
    shared.state.store(.paused, ordering: .relaxed)
    // Pairs with the fence in `Playback.wake`: either the sender sees the pause, or this thread sees the
    // command, or the recorder.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard !isWanted else { return shared.state.store(.playing, ordering: .relaxed) }
    port.drop()
    input?.rest()
    // A delay that was longer for this run alone ends with it.
    shared.latencyFrames.store(format.latencyFrames, ordering: .relaxed)
    shared.pauses.wrappingAdd(1, ordering: .relaxed)
  }

  /// Sleeps, and restarts the device when there is something to play.
  func rest() {
    if !isWanted {
      port.rest(until: waker, nanoseconds: isLost ? nextAttempt.nanoseconds(since: port.now) : nil)
    }
    if waker.consume() || isWanted { begin(isWaking: true) }
  }
}
