import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime

/// A session without devices: the performer and the engine run of a live session, and an output that this drives, as
/// fast as possible. Its only clock are the frames of the output.
///
/// Blocks end at the frames of the events. Commands are sent and reports read only there, so that the samples do not
/// depend on the size of the blocks. [control-thread]
package final class OfflineSession {
  package let performer: Performer
  package let output: DrivenOutput
  /// The sound that goes into the engine, for a number of frames from a frame on.
  package var input: (_ first: Int64, _ count: Int) -> AudioInput? = { _, _ in nil }
  private let run: EngineRun
  private let logger: Logger

  /// Prepares the engine and attaches the performer.
  package init(
    _ setup: PerformerSetup, framesPerSecond: Int, periodFrames: Int, cores: Int, logger: Logger
  ) throws(SpinetError) {
    let instrument = setup.instrument
    output = DrivenOutput(
      framesPerSecond: framesPerSecond, periodFrames: periodFrames, channels: instrument.engine.outputCount,
      isRecording: true)
    instrument.mixer?.spread = RenderThreads(threads: cores, isUrgent: false)
    run = try EngineRun(of: instrument.engine, named: instrument.name, on: output)
    // A file without one of its parts would be taken for the whole.
    if let problem = instrument.mixer?.silentParts.first { throw problem }
    performer = setup.performer()
    self.logger = logger
    run.attach(to: performer, at: output.time)
    output.play(performer.backing.metronome.track)
    try run.start()
  }

  // MARK: Time

  package var frame: Int64 { output.frame }
  package var timeline: Timeline { output.timeline }

  /// The frame of a moment.
  package func frame(atSeconds seconds: Double) -> Int64 { timeline.frame(of: HostTime(seconds: seconds)) }

  // MARK: Playing

  /// Plays up to a frame, and gives every block to `use`. The performer does on the way what is due.
  package func play(
    until end: Int64, _ use: (AudioBlock) throws(SpinetError) -> Void
  ) throws(SpinetError) {
    try play(until: end, leavesLast: false, use)
  }

  /// - Parameter leavesLast: whether what is due at the last frame is left to the caller.
  private func play(
    until end: Int64, leavesLast: Bool, _ use: (AudioBlock) throws(SpinetError) -> Void
  ) throws(SpinetError) {
    while frame < end {
      let tick = performer.nextTick
      let stop = tick.map { max(timeline.frame(of: $0), frame + 1) } ?? end
      try use(try playBlock(until: min(stop, end)))
      if let tick, frame >= stop, !leavesLast || frame < end { performer.advance(to: tick) }
    }
  }

  /// Plays up to a moment, and does `action` there.
  package func play(
    untilSeconds seconds: Double, _ use: (AudioBlock) throws(SpinetError) -> Void,
    then action: (HostTime) -> Void
  ) throws(SpinetError) {
    let time = HostTime(seconds: seconds)
    try play(until: timeline.frame(of: time), leavesLast: true, use)
    performer.advance(before: time)
    action(time)
    performer.playSteps(until: HostTime(nanoseconds: time.nanoseconds + 1))
  }

  /// Plays one block, which ends at a frame or after a period. It is valid until the next one.
  ///
  /// - Throws: if a signal has ended the work.
  package func playBlock(until end: Int64) throws(SpinetError) -> AudioBlock {
    try SignalHandling.checkEnd()
    let count = Int(max(0, min(end - frame, Int64(output.format.periodFrames))))
    return output.play(until: end, input: input(frame, count))
  }

  /// Lets the performer do what is due at the next block.
  package func advance() { performer.advance(to: output.time) }

  /// Ends everything that is played: keys, pedals, the song and the metronome.
  package func releaseAll() {
    performer.endBacking(at: output.time)
    performer.releaseAll(at: output.time)
  }

  // MARK: Other sounds

  /// Lets program changes choose the sounds of their channels, as in a live session.
  ///
  /// - Parameter programs: nil to read it when the first program change comes.
  package func followProgramChanges(
    with loader: InstrumentLoader, _ programs: ProgramTable? = nil
  ) {
    var programs = programs
    performer.chooseSound = { [unowned self] request, time in
      do throws(SpinetError) {
        let table = if let programs { programs } else { try ProgramTable(loader.library) }
        programs = table
        try choose(request, from: table, with: loader, at: time)
      } catch {
        logger.error(error)
      }
    }
  }

  private func choose(
    _ request: SoundRequest, from programs: ProgramTable, with loader: InstrumentLoader, at time: HostTime
  ) throws(SpinetError) {
    let parts = loader.choosePresets(request.parts, of: performer.instrument, request.number)
    var none: [MixerPart] = []
    let changed = try loader.change(
      parts, of: performer.instrument, to: request.number, programs, spares: &none)
    guard let changed else { return }
    try performer.change(to: changed, ChangeRequest(), at: time)
  }

  // MARK: Monitoring

  /// Does `work` while another thread watches the engine, and logs what is wrong with its sound. A program can get stuck
  /// in a block.
  package func watched<Result>(_ work: () throws(SpinetError) -> Result) throws(SpinetError) -> Result {
    guard performer.instrument.parts.contains(where: { $0.engine is any ProgramEngine }) else {
      return try work()
    }
    let thread = try EngineMonitorThread(of: performer.instrument.name, run.link) { [logger] in
      logger.error("\($0)")
    }
    defer { thread.end() }
    return try work()
  }

  /// Logs what is wrong with the sound so far, and returns why the program has ended if it has crashed.
  package func check() -> ProgramCrash? {
    run.check(performer.instrument.name) { logger.error("\($0)") }
    return run.crash
  }
}
