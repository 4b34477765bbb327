import CRealtime
import Glibc

/// From now on a crash inside a Faust or Csound program prints a line on standard error before it ends the process.
/// Other crashes are handled as before.
///
/// It changes the whole process, so a program calls it, never a module.
package func watchProgramCrashes() { rt_watch_programs() }

/// A crash inside a program that the process has survived, or the end of the process that played the program.
package struct ProgramCrash: Hashable, Sendable {
  private let signal: Int32

  /// Nil if `signal` is 0.
  package init?(signal: Int32) {
    guard signal > 0 else { return nil }
    self.signal = signal
  }

  package var reason: String {
    switch signal {
    case SIGFPE: "it crashed: division by zero"
    case SIGABRT: "it crashed: it corrupted the process's memory"
    // These come from outside of a program, to a process that only plays it.
    case SIGKILL: "its process was killed"
    case SIGXCPU: "its process did not answer in time"
    case SIGQUIT: "its process has ended"
    default: "it crashed: invalid memory access"
    }
  }

  /// Lets the process continue. Otherwise it would be ended after five seconds, because the crash may have left a lock
  /// held.
  package func outlive() { rt_outlive_crash() }
}
