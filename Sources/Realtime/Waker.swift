import CRealtime
import Glibc

/// Wakes a thread that sleeps or polls: an eventfd.
public final class Waker: Sendable {
  /// Readable after `wake`, until `consume`; for poll(2). `wake(_:)` writes it in a signal handler.
  public let descriptor: Int32

  public init() throws(SpinetError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw SpinetError(
        .device, what: "eventfd", why: String(cString: strerror(errno)), remedy: "close some other programs")
    }
  }

  deinit { close(descriptor) }

  /// [any-thread]
  public func wake() { Self.wake(descriptor) }

  /// Wakes the waker of this descriptor; below zero it does nothing. Safe in a signal handler: it calls
  /// write(2) alone, and leaves `errno` as it was. [any-thread]
  public static func wake(_ descriptor: Int32) { rt_wake(descriptor) }

  /// Forgets all wake-ups so far. Returns whether there was one. [the thread that sleeps]
  @discardableResult public func consume() -> Bool {
    var count: eventfd_t = 0
    return eventfd_read(descriptor, &count) == 0
  }

  /// Sleeps until it is woken, or `nanoseconds` have passed; nil waits for ever.
  public func sleep(nanoseconds: Int64?) { rt_await(descriptor, nanoseconds.map { max(0, $0) } ?? -1) }
}
