import Glibc
import SpinetDevices
import SpinetEngine
import SpinetRealtime

/// An engine and the output that plays it, from the preparation to the last block: the same live, offline and in a
/// `CsoundObj`.
///
/// It goes through its steps once and in order: prepared (by `init`), attached to one sender of commands, started, ended.
/// Nobody else ever has the ends of its rings. When `end` has returned true, no thread uses the engine any more; when it
/// has returned false, everything that the engine uses stays in memory. [control-thread]
package final class EngineRun {
  package let engine: any SoundEngine
  package let output: any AudioOutput
  /// The number of the engine's outputs when it was prepared.
  package let outputCount: Int
  package let link: EngineLink
  /// Until somebody is attached.
  private var ends: ControlEnds?
  private var monitor: EngineMonitor
  /// The sound that goes into the engine.
  private var input: Capture?

  /// Lets the engine allocate its memory for the output's format.
  ///
  /// - Parameters:
  ///   - name: for messages.
  ///   - tap: gets a copy of the output; nil for no copy.
  package init(
    of engine: any SoundEngine, named name: String, on output: any AudioOutput, tap: SoundTap? = nil
  ) throws(SpinetError) {
    let ends = ControlEnds(tap: tap)
    let link = ends.link
    let format = output.format
    try SignalHandling.endingAtOnce { () throws(SpinetError) in
      try engine.prepare(
        framesPerSecond: Double(format.framesPerSecond), largestBlock: format.periodFrames, link: link)
    }
    (self.engine, self.output, self.link) = (engine, output, link)
    outputCount = engine.outputCount
    monitor = EngineMonitor(name: name, link: link)
    self.ends = consume ends
  }

  package var format: OutputFormat { output.format }
  package var status: OutputStatus { output.status }
  package var meters: EngineMeters { link.meters }

  /// The ends of the rings, for the only sender of commands. They are returned once.
  package func attach() -> ControlEnds? { ends.take() }

  /// Adds the clicks of a track to what is heard. Call it before `start`.
  package func play(_ clicks: ClickTrack) { output.play(clicks) }

  /// Begins to play. A sender that is attached before it finds its first commands in the first block.
  ///
  /// - Parameter recorder: gets a copy of the sound.
  package func start(recorder: FrameRecorder? = nil, input: Capture? = nil) throws(SpinetError) {
    try output.start(engine, link: link, recorder: recorder, input: input)
    self.input = input
  }

  /// Wakes a resting card if commands are waiting, or if it is needed for something else. Returns whether it is.
  package func wakeIfNeeded(or isNeeded: Bool = false) -> Bool {
    guard isNeeded || link.waitingCommands > 0 else { return false }
    output.wake()
    return true
  }

  // MARK: Monitoring

  /// Whether the engine has been computing one block for too long.
  package var isStuck: Bool { EngineMonitor.isStuck(link) }

  /// Passes each problem of the sound since the last check to `tell`.
  ///
  /// - Parameter name: what the engine plays now.
  package func check(_ name: String? = nil, _ tell: (String) -> Void) {
    if let name { monitor.name = name }
    monitor.check(tell)
  }

  /// Why the program has ended, if it has crashed.
  package var crash: ProgramCrash? { meters.crash }

  // MARK: Ending

  /// Ends the sound. Returns whether no thread uses the engine any more.
  ///
  /// The audio thread can only end between two blocks. Another thread waits for that, so that this one can stop waiting
  /// if a block never ends, even the first one. Such a program cannot be stopped.
  ///
  /// - Parameters:
  ///   - worker: does that waiting.
  ///   - clock: lets this thread pause meanwhile.
  package func end(
    on worker: any Worker = ThreadWorker(), clock: any SessionClock = HostClock()
  ) -> Bool {
    guard let job = try? BackgroundJob("spinet-stop", on: worker, work: { [output] in output.stop() }) else {
      output.stop()
      return true
    }
    while job.popOutcome() == nil {
      if isStuck {
        _ = Unmanaged.passRetained(job)
        keepForever()
        return false
      }
      clock.pause(seconds: 0.0005)
    }
    input?.stop()
    return true
  }

  /// Everything that a program uses that is stuck in a block stays in memory until the process ends.
  private func keepForever() { _ = Unmanaged.passRetained(self) }
}
