import CRealtime
import Glibc

/// How long a realtime thread may run without waiting. After that it loses its realtime priority.
///
/// Otherwise an endless loop in a program could not be ended on a machine with few processors. The limit is a property
/// of the process (RLIMIT_RTTIME and the handler of SIGXCPU), so the command sets it, not a module.
package enum RunLimit {
  /// For processes that may use SCHED_FIFO by themselves. In microseconds.
  private static let longestRun: Int64 = 2_000_000
  /// The limit that rtkit demands of a process before it gives a thread realtime priority; rtkit's default. In
  /// microseconds.
  private static let longestPromised: Int64 = 200_000
  /// For processes that need rtkit. The kernel kills a process that reaches rtkit's limit, so a thread that runs long
  /// must lose its realtime priority before that. In microseconds.
  private static let longestUnderPromise: Int64 = 100_000

  /// Sets the limit: 2 s if this process may use SCHED_FIFO by itself, otherwise 0.1 s for rtkit. [control-thread]
  package static func set() {
    if mayBeUrgent { _ = rt_limit_runs(longestRun, .max) } else { promise() }
  }

  /// Whether a thread of this process may use SCHED_FIFO. Tries it on the calling thread and restores its scheduling.
  private static var mayBeUrgent: Bool {
    var policy: Int32 = 0
    var usual = sched_param()
    guard pthread_getschedparam(pthread_self(), &policy, &usual) == 0,
      rt_set_fifo(Int32(AudioThread.usualPriority)) == 0
    else { return false }
    pthread_setschedparam(pthread_self(), policy, &usual)
    return true
  }

  /// Sets the limit for rtkit. The process cannot raise it again.
  static func promise() { _ = rt_limit_runs(longestUnderPromise, longestPromised) }

  /// Whether the process has the limit that rtkit demands.
  static var isPromised: Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTTIME.rawValue), &limit)
    return limit.rlim_max <= rlim_t(longestPromised)
  }
}
