import CRealtime
import Glibc

/// Wakes a thread that sleeps or polls. Uses an eventfd.
package final class Waker: Sendable {
  /// Readable from `wake` until `consume`, for poll(2). A signal handler passes it to `wake(_:)`.
  package let descriptor: Int32

  package init() throws(SpinetError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw SpinetError(
        .outOfResources, what: "eventfd", why: String(cString: strerror(errno)),
        remedy: Remedy(.closeOtherPrograms))
    }
  }

  deinit { close(descriptor) }

  /// [any-thread]
  @_noLocks package func wake() { rt_wake(descriptor) }

  /// Wakes the waker with this descriptor. Does nothing for negative numbers. Safe in a signal handler: it
  /// only calls write(2), and preserves `errno`. [any-thread]
  @_noLocks package static func wake(_ descriptor: Int32) { rt_wake(descriptor) }

  /// Clears all wake-ups so far. Returns whether there were any. Only for the thread that sleeps.
  @discardableResult package func consume() -> Bool {
    var count: eventfd_t = 0
    return eventfd_read(descriptor, &count) == 0
  }

  /// Sleeps until it is woken or `nanoseconds` have passed; nil waits without a limit. [the thread that
  /// sleeps]
  package func sleep(nanoseconds: Int64?) {
    _ = rt_await(descriptor, nanoseconds.map { max(0, $0) } ?? -1)
  }
}

/// Whether the descriptor can be read, at once or within this time. An end of file or an error counts as readable.
/// Uses ppoll(2).
package func isReadable(_ descriptor: Int32, within seconds: Double) -> Bool {
  rt_await(descriptor, Int64(seconds * 1e9))
}

/// Waits for several descriptors at once. Uses poll(2).
package struct DescriptorPoll {
  private var requests: [pollfd]

  /// - Parameters:
  ///   - readers: ready when there is something to read; nil is never ready.
  ///   - writers: ready when the other end has no reader any more.
  ///   - others: requests with their own events.
  package init(_ readers: [Int32?], writers: [Int32] = [], others: [pollfd] = []) {
    requests =
      readers.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
      + writers.map { pollfd(fd: $0, events: 0, revents: 0) } + others
  }

  /// Returns when a descriptor is ready, when a signal arrives, or when the time is over; nil waits without a
  /// limit.
  package mutating func wait(milliseconds: Int32?) {
    guard poll(&requests, nfds_t(requests.count), milliseconds ?? -1) < 0 else { return }
    for index in requests.indices { requests[index].revents = 0 }
  }

  /// Whether the last wait found the descriptor ready. `index` counts readers, writers and others in this order.
  package func isReady(_ index: Int) -> Bool { requests[index].revents != 0 }

  package func isAnyReady(from index: Int) -> Bool { requests[index...].contains { $0.revents != 0 } }
}
