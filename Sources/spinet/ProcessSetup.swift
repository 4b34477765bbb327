import Glibc
import Logging
import SpinetDevices
import SpinetRealtime
import SpinetSession

#if FluidSynth
  import SpinetSoundFont
#endif

/// What the command changes of its whole process. The modules change nothing of it by themselves, so that a program which
/// uses them as a library stays its own.
enum ProcessSetup {
  /// For every subcommand, before anything else.
  static func begin() {
    reserveStandardDescriptors()
    // A reader that leaves must not end what plays: write(2) reports it.
    signal(SIGPIPE, SIG_IGN)
    quietSoundLibraries()
    #if FluidSynth
      quietFluidSynth()
    #endif
    watchProgramCrashes()
  }

  /// For what may take long before an instrument is ready, such as a compiler: the first signal ends the process at once, SIGTERM
  /// with status 0.
  static func beforeReady<Result, Failure>(
    _ load: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    SignalHandling.begin(waking: nil)
    return try SignalHandling.endingAtOnce(load)
  }

  /// For live sound, around the run of `session`: signals end it in order, endless loops do not hold the processor, and
  /// memory is locked.
  static func during<Result, Failure>(
    _ session: LiveSession, _ logger: Logger, _ run: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    RunLimit.set()
    // Under a limit only what exists is locked, so it is done when the engine has all its memory.
    session.beforePlaying = { logger.debug("\(MemoryLock.take())") }
    defer { MemoryLock.giveBack() }
    SignalHandling.begin(for: session.handle)
    defer { SignalHandling.end() }
    return try run()
  }
}
