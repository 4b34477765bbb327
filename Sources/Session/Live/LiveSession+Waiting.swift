import Devices
import Glibc
import Realtime

extension LiveSession {
  /// What has something to say after a wait, beside the MIDI source: asking the others costs a system call
  /// each, which a burst of messages would pay at every turn.
  struct Callers {
    var pipe = true
    var files = true
    var socket = true
  }

  /// Sleeps until something happens, or until there is something to do by itself.
  func wait(until end: HostTime?) -> Callers {
    let own = [handle.wakePipe.readEnd, fileListener.descriptor, source.descriptor ?? -1]
    var descriptors = (own + socket.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let moments = [end, fileListener.nextMoment].compactMap(\.self).map(Self.milliseconds)
    let limits = moments + [patienceMilliseconds].compactMap(\.self)
    poll(&descriptors, nfds_t(descriptors.count), limits.min() ?? -1)
    return Callers(
      pipe: descriptors[0].revents != 0, files: descriptors[1].revents != 0,
      socket: descriptors.dropFirst(own.count).contains { $0.revents != 0 })
  }

  private static func milliseconds(until moment: HostTime) -> Int32 {
    Int32(clamping: max(0, moment.nanoseconds(since: .now) / 1_000_000 + 1))
  }

  /// How long nothing needs to be looked at; nil when everything that may happen wakes this thread.
  private var patienceMilliseconds: Int32? {
    if source.descriptor == nil { return 1 }
    if bridge.hasWaitingCommands { return 1 }
    if isTellingControllers { return 4 }
    // Ended voices are reported without a wake-up, and the level is shown ten times a second.
    if sound.isPlaying || hasNews { return Self.showMilliseconds }
    return stateKeeper?.isDirty ?? false ? 1000 : nil
  }

  /// The time from one status to the next: more often nobody looks.
  static let showMilliseconds: Int32 = 20
}
