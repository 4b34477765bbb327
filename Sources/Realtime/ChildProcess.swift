import Glibc

/// A child process that ends with its owner or with this process.
///
/// A shell starts the program in its own process group and holds one end of a socket. If this process ends
/// for any reason, the socket closes and the shell kills the group. If the shell ends, its end of the socket
/// closes and wakes this process.
package struct ChildProcess: ~Copyable {
  package enum End: Equatable, Sendable {
    /// The shell's status: 0 is success, 128 + N is signal N.
    case exited(status: Int32)
    /// Killed because it took too long.
    case timedOut
    /// Killed because its result is no longer needed.
    case stopped
  }

  private let group: pid_t
  private let socket: Int32
  private let start = HostTime.now
  private var hasEnded = false

  /// - Parameters:
  ///   - program: a path, or a name to look up in `PATH`.
  ///   - log: the file for its standard output and error.
  /// - Returns: nil if the system has no free process or file descriptor.
  package init?(_ program: String, _ arguments: [String], log: String = "/dev/null") {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let words = ["/bin/sh", "-c", Self.script, "spinet", program] + arguments
    guard let group = ProcessStart(words, passing: [ends[0]], log: log).start() else {
      close(ends[1])
      return nil
    }
    self.group = group
    socket = ends[1]
  }

  deinit {
    if !hasEnded { Self.killAll(of: group) }
    close(socket)
  }

  /// Waits until the process has ended. Kills it if it takes too long.
  ///
  /// - Parameters:
  ///   - seconds: the longest run time, counted from its start.
  ///   - isUnwanted: called ten times a second; if it returns true, the process is killed.
  package mutating func end(within seconds: Double, unless isUnwanted: () -> Bool = { false }) -> End {
    let deadline = start.advanced(bySeconds: seconds)
    while !isOver(withinMilliseconds: 100) {
      let isStopped = isUnwanted()
      guard isStopped || HostTime.now >= deadline else { continue }
      Self.killAll(of: group)
      hasEnded = true
      return isStopped ? .stopped : .timedOut
    }
    hasEnded = true
    return .exited(status: Self.status(of: group))
  }

  /// Waits for the other end of the socket to close.
  private func isOver(withinMilliseconds milliseconds: Int32) -> Bool {
    var poll = DescriptorPoll([], writers: [socket])
    poll.wait(milliseconds: milliseconds)
    return poll.isReady(0)
  }

  /// Runs the program in the shell's process group. A second shell waits for the socket to close and then
  /// kills the group.
  private static let script = """
    (read -r _ <&3; kill -KILL 0) & "$@" 3<&-; status=$?; kill -KILL $!; wait $! 2>/dev/null; exit $status
    """

  private static func killAll(of group: pid_t) {
    kill(-group, SIGKILL)
    _ = status(of: group)
  }

  /// Reads the exit status, so that no zombie remains. If the process cannot be waited for, that counts as a
  /// failure.
  private static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
