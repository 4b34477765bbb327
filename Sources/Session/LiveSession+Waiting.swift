import Devices
import Glibc
import Realtime

extension LiveSession {
  /// Sleeps until something happens, or until there is something to do by itself.
  func wait(until end: HostTime?) {
    let own = [handle.wakePipe.readEnd, source.descriptor ?? -1, fileListener.descriptor]
    var descriptors = (own + socket.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limits = [end, fileListener.nextMoment].compactMap(\.self).map(Self.milliseconds)
    poll(
      &descriptors, nfds_t(descriptors.count),
      (limits + [patienceMilliseconds].compactMap(\.self)).min() ?? -1)
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
    if sound.isPlaying { return 20 }
    return stateKeeper?.isDirty ?? false ? 1000 : nil
  }
}
