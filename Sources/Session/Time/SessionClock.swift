import SpinetRealtime

/// Where a session gets the time from, and how it waits. A test replaces it by a clock that jumps from one moment to
/// the next. [any-thread]
package protocol SessionClock: Sendable {
  var now: HostTime { get }

  /// Returns when one of the descriptors is ready, or at `moment`; nil: only a descriptor ends the wait.
  func wait(for poll: inout DescriptorPoll, until moment: HostTime?)
}

/// The clock of this computer.
package struct HostClock: SessionClock {
  package init() {}

  package var now: HostTime { .now }

  package func wait(for poll: inout DescriptorPoll, until moment: HostTime?) {
    poll.wait(milliseconds: moment.map(milliseconds))
  }

  private func milliseconds(until moment: HostTime) -> Int32 {
    Int32(clamping: max(0, moment.nanoseconds(since: now) / 1_000_000 + 1))
  }
}
