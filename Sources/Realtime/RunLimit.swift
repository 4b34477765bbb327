import CRealtime
import Glibc

/// How long a realtime thread may hold the processor before it continues as other threads do.
///
/// It is the process's (RLIMIT_RTTIME and what SIGXCPU does), so a program sets it, never a module.
package enum RunLimit {
  /// A program's endless loop could not be ended on a machine with few processors. Microseconds.
  private static let longestRun: Int64 = 2_000_000
  /// What rtkit wants promised: never to hold the processor this long; its default. Microseconds.
  private static let longestPromised: Int64 = 200_000
  /// The kernel kills what runs into rtkit's limit, so an endless loop, or what a program computes at a note's start, has
  /// to become plain before.
  private static let longestUnderPromise: Int64 = 100_000

  /// Limits runs to 2 s where this process may have SCHED_FIFO by itself, otherwise to 0.1 s, as rtkit wants it.
  /// [control-thread]
  package static func set() {
    if mayBeUrgent { _ = rt_limit_runs(longestRun, .max) } else { promise() }
  }

  /// Whether an audio thread of this process gets SCHED_FIFO: tried on this one, which is then as before.
  private static var mayBeUrgent: Bool {
    var policy: Int32 = 0
    var usual = sched_param()
    guard pthread_getschedparam(pthread_self(), &policy, &usual) == 0,
      rt_set_fifo(Int32(AudioThread.usualPriority)) == 0
    else { return false }
    pthread_setschedparam(pthread_self(), policy, &usual)
    return true
  }

  /// Sets the limit that rtkit wants. The process cannot raise it again.
  static func promise() { _ = rt_limit_runs(longestUnderPromise, longestPromised) }

  /// Whether the process keeps the promise that rtkit wants.
  static var isPromised: Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTTIME.rawValue), &limit)
    return limit.rlim_max <= rlim_t(longestPromised)
  }
}
