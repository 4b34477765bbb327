import Glibc

/// Asks rtkit for realtime priority, for users who may not set it themselves.
enum RealtimeKit {
  /// The usual priority of desktop programs. rtkit allows at most 20.
  private static let priority = 15

  /// Requests realtime priority for a thread of this process. Returns the priority; nil if rtkit refuses, which it
  /// does without a `RunLimit`.
  static func raise(threadID: Int32) -> Int? {
    guard RunLimit.isPromised else { return nil }
    for request in requests(process: getpid(), thread: threadID) where run(request) { return priority }
    return nil
  }

  /// The request by `busctl`, and by `dbus-send` where that is missing. A child process makes it, hence `WithPID`.
  private static func requests(process: Int32, thread: Int32) -> [[String]] {
    let name = "org.freedesktop.RealtimeKit1"
    let path = "/org/freedesktop/RealtimeKit1"
    let method = "MakeThreadRealtimeWithPID"
    return [
      [
        "busctl", "--system", "--timeout=1", "call", name, path, name, method, "ttu", "\(process)",
        "\(thread)",
        "\(priority)",
      ],
      [
        "dbus-send", "--system", "--print-reply", "--reply-timeout=1000", "--dest=\(name)", path,
        "\(name).\(method)", "uint64:\(process)", "uint64:\(thread)", "uint32:\(priority)",
      ],
    ]
  }

  /// Runs a program without output. Returns whether it succeeded.
  private static func run(_ arguments: [String]) -> Bool {
    guard var child = ChildProcess(arguments[0], Array(arguments.dropFirst())) else { return false }
    return child.end(within: 3) == .exited(status: 0)
  }
}
