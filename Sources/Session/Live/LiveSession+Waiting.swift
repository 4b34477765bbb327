import SpinetDevices
import SpinetRealtime

extension LiveSession {
  /// What ended the wait, apart from the MIDI source. Reading each one costs a system call, so it is only done when it
  /// was the reason. Otherwise a burst of messages would pay for it at every turn.
  struct Callers {
    var pipe = true
    var files = true
    var socket = true
  }

  /// Sleeps until something happens or is due.
  func wait(until end: HostTime?) -> Callers {
    let own = [handle.waker.descriptor, fileWatcher.descriptor, source.descriptor]
    var poll = DescriptorPoll(own, others: socket.polls)
    let noteEnd = timedNotes.map(\.end).min()
    let moments = [
      end, fileWatcher.nextMoment, schedule.nextMoment, noteEnd, performer.nextTick, host.nextMoment,
    ]
    .compactMap(\.self)
    .map(Self.milliseconds)
    let limits = moments + [pollTimeoutMilliseconds].compactMap(\.self)
    poll.wait(milliseconds: limits.min())
    return Callers(pipe: poll.isReady(0), files: poll.isReady(1), socket: poll.isAnyReady(from: own.count))
  }

  private static func milliseconds(until moment: HostTime) -> Int32 {
    Int32(clamping: max(0, moment.nanoseconds(since: .now) / 1_000_000 + 1))
  }

  /// How long to sleep at most; nil if everything that can happen wakes this thread.
  private var pollTimeoutMilliseconds: Int32? {
    if source.descriptor == nil { return 1 }
    if performer.hasWaitingCommands { return 1 }
    if isTellingControllers { return 4 }
    // The engine reports ended voices without a wake-up, and the level is shown ten times a second.
    if host.isPlaying || hasNews { return Self.longestShowMilliseconds }
    return hasUnsavedState ? 1000 : nil
  }

  /// The shortest and the longest time between two statuses. A status is made right after a message. A page sends
  /// its next message one frame later, and that message must not wait for the status. Without messages, the longer
  /// time applies.
  static let shortestShowMilliseconds: Int64 = 15
  static let longestShowMilliseconds: Int32 = 20
}
