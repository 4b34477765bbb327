import CRealtime
import Glibc

/// The priority of the thread that hears controllers: ahead of programs that only compute, and behind the sound.
///
/// Under a limit (`RunLimit`) only, so that a thread that does not wait loses it. Threads and processes that it starts are
/// as others.
package enum ControlPriority {
  /// Below the kernel's interrupt threads, which have 50.
  private static let urgent = 45
  private static let urgentByRtkit = RealtimeKit.usualPriority - 5

  /// Runs `body` with that priority where the system grants it to this process. `tell` gets a line for the log.
  package static func during<Result, Failure>(
    _ tell: (String) -> Void, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard RunLimit.isSet else { return try body() }
    rt_heed_limit()
    tell("\(request())")
    defer { rt_set_plain() }
    return try body()
  }

  private static func request() -> RealtimeGrant {
    let error = rt_set_fifo_alone(Int32(urgent))
    if error == 0 { return .fifo(priority: urgent) }
    let granted = RealtimeKit.raise(threadID: rt_thread_id(), priority: urgentByRtkit)
    return granted.map { .rtkit(priority: $0) } ?? .plain(after: error)
  }
}
