import CRealtime
import Glibc

/// A bell that one thread rings and another sleeps on: an eventfd.
final class WakeUp: Sendable {
  let descriptor: Int32

  init() throws(OutputError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw OutputError(
        pcm: "wake-up", step: "eventfd", reason: String(cString: strerror(errno)), remedy: "close open files")
    }
  }

  deinit { close(descriptor) }

  /// [any-thread]
  func ring() { eventfd_write(descriptor, 1) }

  /// Whether it has rung since the last call.
  func takeRing() -> Bool {
    var count: eventfd_t = 0
    return eventfd_read(descriptor, &count) == 0
  }

  /// Sleeps until it rings, or `nanoseconds` have passed; nil waits for ever.
  func sleep(nanoseconds: Int64?) { rt_await(descriptor, nanoseconds.map { max(0, $0) } ?? -1) }
}
