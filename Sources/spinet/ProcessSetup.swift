import Glibc
import Logging
import SpinetDevices
import SpinetRealtime
import SpinetSession
import SpinetSoundFont

/// What the command changes in its whole process. The modules themselves do not change the process, so that other
/// programs can use them as a library.
enum ProcessSetup {
  /// For every subcommand, before anything else.
  static func begin() {
    reserveStandardDescriptors()
    // A closed pipe must not end the instrument. write(2) reports it instead.
    signal(SIGPIPE, SIG_IGN)
    // Nor must a file that has reached the largest size for this process.
    signal(SIGXFSZ, SIG_IGN)
    ResidentMemory.returnLargePieces()
    quietSoundLibraries()
    quietFluidSynth()
    watchProgramCrashes()
  }

  /// For a process that only computes for an instrument. A crash ends it at once, and the instrument tells that.
  static func beginServing() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    quietSoundLibraries()
    RunLimit.set()
  }

  /// For work that may take long before an instrument is ready, such as compiling. The first signal ends the
  /// process at once, SIGTERM with status 0.
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
    // Under a limit, only memory that exists is locked. So this happens when the engine has all its memory.
    session.beforePlaying = { logger.debug("\(MemoryLock.acquire())") }
    defer { MemoryLock.giveBack() }
    SignalHandling.begin(for: session.handle)
    defer { SignalHandling.end() }
    return try run()
  }
}
