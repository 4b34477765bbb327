import CRealtime
import Glibc

/// rtkit, which gives realtime to the threads of people without the right to it.
enum RealtimeKit {
  /// What desktop programs ask for; rtkit's own limit is 20.
  private static let priority = 15
  /// rtkit wants a promise never to hold the processor this long; its default limit. Microseconds.
  private static let longestRun: Int64 = 200_000
  /// After so long a program's endless loop, or what it works out at a note's start, goes on as other threads do:
  /// what runs into rtkit's limit is killed.
  private static let longestUrgentRun: Int64 = 100_000

  /// Asks for the thread of this process, and answers the priority, or nil when there was no leave.
  static func raise(threadID: Int32) -> Int? {
    guard limitRuns() else { return nil }
    for request in requests(process: getpid(), thread: threadID) where run(request) { return priority }
    return nil
  }

  /// Whether the system keeps the promise from now on.
  static func limitRuns() -> Bool { rt_limit_runs(longestUrgentRun, longestRun) == 0 }

  /// By two programs, one of which every desktop has. The asker is a child, hence `WithPID`.
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

  /// Runs a program silently and answers whether it succeeded.
  private static func run(_ arguments: [String]) -> Bool {
    guard var child = ChildProcess(arguments[0], Array(arguments.dropFirst())) else { return false }
    return child.end(within: 3) == .exited(status: 0)
  }
}
