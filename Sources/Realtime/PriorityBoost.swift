import CRealtime
import Glibc

/// A piece of work that is done with the urgency of sound.
public enum PriorityBoost {
  /// Does `work` while this thread goes before ordinary ones, where that is allowed. Threads that are started meanwhile
  /// go first for good: those which a sound server's library starts to carry the sound must not wait for the others.
  /// [control-thread]
  public static func during<Result, Failure: Error>(
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

  /// Who brings and takes the sound goes before who makes it.
  private static let priority = AudioThread.usualPriority + 1
}
