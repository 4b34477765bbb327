import Glibc
import SpinetLibrary
import SpinetRealtime

/// Where a session gets the time from, and how it waits. A test replaces it by a clock that jumps from one moment to
/// the next. [any-thread]
package protocol SessionClock: Sendable {
  var now: HostTime { get }

  /// Returns when one of the descriptors is ready, or at `moment`; nil: only a descriptor ends the wait.
  func wait(for poll: inout DescriptorPoll, until moment: HostTime?)

  /// Waits this long, for what has to happen at once.
  func pause(seconds: Double)

  /// The wall clock, which people may change: nanoseconds since 1970.
  var wall: Int64 { get }

  /// The time of the files' stamps.
  var fileTime: FileStamp.Moment { get }
}

extension SessionClock {
  /// The kernel stamps files. A clock whose files are stamped by another has another time here.
  package var fileTime: FileStamp.Moment { .now }
}

/// The clock of this computer.
package struct HostClock: SessionClock {
  package init() {}

  package var now: HostTime { .now }

  package func wait(for poll: inout DescriptorPoll, until moment: HostTime?) {
    poll.wait(milliseconds: moment.map(milliseconds))
  }

  package func pause(seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  package var wall: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  private func milliseconds(until moment: HostTime) -> Int32 {
    Int32(clamping: max(0, moment.nanoseconds(since: now) / 1_000_000 + 1))
  }
}
