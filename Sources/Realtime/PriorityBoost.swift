import CRealtime
import Glibc

/// Runs work with a realtime priority.
package enum PriorityBoost {
  /// Runs `work` with a realtime priority, if the system allows it. Threads that start during `work` keep the
  /// priority: a sound server's library starts threads that carry the sound, and they must not wait for other
  /// threads. [control-thread]
  package static func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var policy: Int32 = 0
    var usual = sched_param()
    guard pthread_getschedparam(pthread_self(), &policy, &usual) == 0, rt_set_fifo(Int32(priority)) == 0
    else {
      return try work()
    }
    defer { pthread_setschedparam(pthread_self(), policy, &usual) }
    return try work()
  }

  /// Above the audio thread, because the threads that transport the sound must run before the one that
  /// computes it.
  private static let priority = AudioThread.usualPriority + 1
}
