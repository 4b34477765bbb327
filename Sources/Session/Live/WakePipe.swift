import Glibc

/// Wakes a thread that polls: writable from any thread and from a signal handler.
public final class WakePipe: Sendable {
  public let readEnd: Int32
  public let writeEnd: Int32

  public init() throws(SessionError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SessionError(
        .device, what: "pipe", why: String(cString: strerror(errno)), remedy: "close some other programs")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// [any-thread]
  public func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes the wake-ups so far.
  func drain() {
    var bytes: UInt64 = 0
    while read(readEnd, &bytes, 8) > 0 {}
  }
}
