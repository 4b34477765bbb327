import CRealtime

/// Makes a crash inside a Faust or Csound program leave a line on standard error before it ends the process; other
/// crashes do what they did before.
///
/// It changes the whole process, so a program calls it, never a module.
package func watchProgramCrashes() { rt_watch_programs() }
