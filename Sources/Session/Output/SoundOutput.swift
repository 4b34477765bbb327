import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetWidgets

/// The sound of a session: at most one run of the performer's engine, the card that it plays on, and its recordings.
///
/// The performer is attached to the run from its start to its end, and to nothing else. The widget `engine.running`
/// starts and stops it; a card that comes back starts it again. [control-thread]
final class SoundOutput {
  private let performer: Performer
  private let logger: Logger
  private let surroundings: Surroundings
  private(set) var run: EngineRun?
  private(set) var cards: CardSearch
  private var input: LiveInput
  private var report: OutputReport
  var recordings: Recordings
  /// Gets a copy of the output, for scopes.
  var tap: SoundTap?
  /// How many processor cores render several parts.
  private let cores: Int
  /// Called when the engine has allocated its memory, before it plays.
  var beforePlaying: () -> Void = {}
  /// What happened so far.
  private(set) var past = Past()

  struct Past {
    /// Whether the engine has played at all.
    var hasStarted = false
    /// Whether a run could not be ended.
    var isAbandoned = false
    /// The error of the last attempt to start the engine; nil if it succeeded.
    var failure: SpinetError?
  }

  /// - Parameters:
  ///   - performer: plays the engine.
  ///   - surroundings: the cards, and the time.
  init(
    for performer: Performer, options: PlayOptions, logger: Logger,
    in surroundings: Surroundings = Surroundings()
  ) {
    (self.performer, self.logger, self.surroundings) = (performer, logger, surroundings)
    cards = CardSearch(options, logger: logger, in: surroundings)
    input = LiveInput(options.inputPCM, in: surroundings, logger: logger)
    report = OutputReport(logger: logger)
    recordings = Recordings(
      options.recordFile.map {
        Recording(
          path: $0, replaces: options.replacesRecording, logger: logger, in: surroundings)
      })
    cores = options.cores
    instrument.sessionWidgets.recording.set(options.recordFile == nil ? 0 : 1)
  }

  var instrument: LoadedInstrument { performer.instrument }
  private var clock: any SessionClock { surroundings.clock }
  var isRunning: Bool { run != nil }
  var failure: SpinetError? { past.failure }

  // MARK: Starting

  /// Opens the card, prepares the engine for its format, and plays. The first block already has the widgets' values.
  ///
  /// - Parameters:
  ///   - pcm: a card that replaces the wanted one.
  ///   - ready: an output that is already open.
  func start(on pcm: String? = nil, ready: (any AudioOutput)? = nil) throws(SpinetError) {
    guard run == nil else { return }
    guard !past.isAbandoned else { throw Self.stuck(instrument.name) }
    let output =
      if let ready { ready } else {
        try cards.open(pcm, for: instrument.engine, isFirst: !past.hasStarted)
      }
    tap?.framesPerSecond = output.format.framesPerSecond
    instrument.mixer?.spread = RenderThreads(threads: cores)
    let run = try EngineRun(of: instrument.engine, named: instrument.name, on: output, tap: tap)
    try play(run)
    self.run = run
    past.failure = nil
    past.hasStarted = true
    waitForFirstBlock(of: output)
    tellUnheard(run.format)
    for problem in instrument.mixer?.silentParts ?? [] { logger.error(problem) }
    logger.debug("sound: \(run.format)")
  }

  private static func stuck(_ name: String) -> SpinetError {
    SpinetError(
      .engineFailed, what: name, why: "its thread is still computing one block, and cannot be stopped",
      remedy: Remedy(.startAgain))
  }

  /// Starts the output. If that fails, no commands are sent to it.
  private func play(_ run: EngineRun) throws(SpinetError) {
    let recorder = try recordings.recorder(framesPerSecond: run.format.framesPerSecond)
    let capture = input.open(for: instrument, run.format)
    run.attach(to: performer, at: clock.now)
    run.play(performer.backing.metronome.track)
    beforePlaying()
    do {
      try run.start(recorder: recorder, input: capture)
    } catch {
      run.detach(performer, at: clock.now)
      input.close()
      instrument.mixer?.streamHasEnded()
      throw error
    }
  }

  /// Waits up to a second for the first block. After that, the card's current state is reported.
  private func waitForFirstBlock(of output: any AudioOutput) {
    let limit = clock.now.advanced(bySeconds: 1)
    while !output.status.hasPlayed, clock.now < limit { clock.pause(seconds: 0.000_5) }
  }

  /// Logs outputs for which the card has no channels.
  private func tellUnheard(_ format: OutputFormat) {
    let outputs = instrument.engine.outputCount
    guard outputs > max(2, format.channels) else { return }
    let played = max(2, format.channels)
    logger.warning(
      "\(instrument.name): it has \(outputs) outputs; \(format.pcm) plays the first \(played); a rendered file has all"
    )
  }

  // MARK: Stopping

  /// Releases the card. Widgets, keys and pedals keep their state.
  func stop() {
    guard let run else { return }
    if !run.isStuck { fadeOut() }
    if run.end(on: surroundings.worker, clock: surroundings.clock) {
      input.close()
      instrument.mixer?.streamHasEnded()
    } else {
      run.check(instrument.name) { logger.error("\($0)") }
      input.leave()
      past.isAbandoned = true
    }
    run.detach(performer, at: clock.now)
    self.run = nil
    cards.endAttempt()
    report.forget()
  }

  /// Fades out all voices, because a card that is closed drops the samples in its buffer, which would click.
  private func fadeOut() {
    guard isPlaying, voices > 0, let latencyMilliseconds else { return }
    performer.silence(at: clock.now)
    clock.pause(seconds: min(latencyMilliseconds + 10, 200) * 1e-3)
  }

  /// Ends the engine and completes the recordings, at the end of the session.
  func finish() throws(SpinetError) {
    stop()
    try recordings.finish()
  }

  // MARK: Following

  /// Starts or stops the engine according to `engine.running`, and reports changes of the card's state.
  func follow() {
    let isWanted = instrument.sessionWidgets.running.value > 0
    if isWanted != isRunning { switchEngine(isWanted) }
    checkRecordings()
    guard let status else { return }
    if status.needsRestart { restart(on: status.pcm) }
    if let found = cards.find(while: status, for: instrument.engine) { goBack(to: found) }
    report.tell(status, wanted: cards.wanted, standIn: cards.standIn(playing: status.pcm))
    input.tell()
    run?.check(instrument.name) { logger.error("\($0)") }
  }

  /// Starts or stops the engine, and logs it.
  private func switchEngine(_ isWanted: Bool, on pcm: String? = nil, ready: (any AudioOutput)? = nil) {
    guard isWanted else {
      stop()
      return logger.info("engine stopped; widgets stay live")
    }
    do {
      try start(on: pcm, ready: ready)
      logger.info("engine started: \(description)")
    } catch {
      past.failure = error
      instrument.sessionWidgets.running.set(0)
      logger.error(error)
    }
  }

  /// Restarts the engine, because the card, or the one that replaces it, has come back with another rate or period.
  func restart(on pcm: String) {
    stop()
    switchEngine(true, on: pcm)
  }

  /// Plays on the wanted card again.
  private func goBack(to found: any AudioOutput) {
    stop()
    switchEngine(true, ready: found)
    if isRunning { return logger.info("\(found.format.pcm) is available") }
    // It was opened, but it does not play.
    instrument.sessionWidgets.running.set(1)
    switchEngine(true, on: cards.firstStandIn)
  }

  /// Restarts the card if a new sound needs that: for audio inputs that are not open, for more outputs, or because a
  /// block of an earlier program does not end.
  func restartIfNeeded() {
    guard let run else { return }
    let lacksOutputs = instrument.engine.outputCount > max(2, run.outputCount)
    if input.isTooSmall(for: instrument) || lacksOutputs || run.isStuck { restart(on: run.status.pcm) }
  }

  /// Changes to another card, rate or period. If that fails, the old card continues.
  func change(to new: OutputRequest) throws(SpinetError) {
    let old = cards.want(new)
    guard isRunning else { return }
    stop()
    do {
      try start(ready: try cards.openWanted(for: instrument.engine))
      logger.info("engine started: \(description)")
    } catch {
      cards = old
      cards.endAttempt()
      switchEngine(true)
      throw error
    }
  }

  /// When `follow` must be called next; nil while the wanted card plays.
  var nextMoment: HostTime? { status.flatMap { cards.nextMoment($0) } }

  /// Wakes a resting card if commands are waiting, or if it is needed for something else. Returns whether it is.
  func wakeIfNeeded(or isNeeded: Bool = false) -> Bool { run?.wakeIfNeeded(or: isNeeded) ?? false }
}
