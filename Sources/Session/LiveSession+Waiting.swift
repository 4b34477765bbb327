import Devices
import Glibc
import Realtime

extension LiveSession {
  /// What has something to say after a wait, beside the MIDI source: asking the others costs a system call
  /// each, which a burst of messages would pay at every turn.
  struct Callers {
    var pipe = true
    var socket = true
  }

  /// Sleeps until something happens, or until there is something to do by itself.
  func wait(until end: HostTime?) -> Callers {
    var descriptors = ([handle.wakePipe.readEnd, source.descriptor ?? -1] + socket.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = end.map { max(0, $0.nanoseconds(since: .now) / 1_000_000 + 1) } ?? .max
    poll(&descriptors, nfds_t(descriptors.count), Int32(min(limit, Int64(patienceMilliseconds))))
    return Callers(
      pipe: descriptors[0].revents != 0, socket: descriptors.dropFirst(2).contains { $0.revents != 0 })
  }

  /// How long nothing needs to be looked at.
  private var patienceMilliseconds: Int32 {
    if source.descriptor == nil { return 1 }
    if bridge.hasWaitingCommands { return 1 }
    if isTellingControllers { return 4 }
    // Ended voices are reported without a wake-up, and the level is shown ten times a second.
    return sound.isPlaying || hasNews ? Self.showMilliseconds : 1000
  }

  /// The time from one status to the next: more often nobody looks.
  static let showMilliseconds: Int32 = 20
}
