import Glibc
import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetWidgets

/// The engine and its sound card. `engine.running` starts and stops them, and a card that comes back starts them again.
/// [control-thread]
final class EngineHost {
  var request: OutputRequest
  let open: (OutputRequest) throws(SpinetError) -> any AudioOutput
  let tryOpen: @Sendable (OutputRequest) -> (any AudioOutput)?
  var choice: OutputChoice
  let requiresOutput: Bool
  /// A thread that tries to open the wanted card.
  var search: BackgroundJob<(any AudioOutput)?>?
  /// Its engine does not change while it plays.
  var instrument: LoadedInstrument { didSet { monitor?.name = instrument.name } }
  let logger: Logger
  var recordings: Recordings
  /// Gets a copy of the output, for scopes.
  var tap: SoundTap?
  let inputPCM: String?
  private let cores: Int
  /// Called when the engine has allocated its memory, before it plays.
  var beforePlaying: () -> Void = {}
  private var input: Capture?
  private var inputReport = InputReport()
  private(set) var output: (any AudioOutput)?
  /// The number of the engine's outputs when the card was opened.
  private var askedChannels = 2
  private(set) var link: EngineLink?
  private var told = OutputStatus.State.stopped
  private var hasToldGrant = false
  private var monitor: EngineMonitor?
  private var isAbandoned = false
  /// Whether the engine has played at all.
  private(set) var hasStarted = false
  /// The error of the last attempt to start the engine; nil if it succeeded.
  private(set) var failure: SpinetError?

  /// - Parameters:
  ///   - open: opens the output of a request.
  ///   - tryOpen: the same on another thread; nil if the PCM cannot be opened.
  init(
    options: PlayOptions, instrument: LoadedInstrument, logger: Logger,
    open: @escaping (OutputRequest) throws(SpinetError) -> any AudioOutput = { try Playback($0) },
    tryOpen: @escaping @Sendable (OutputRequest) -> (any AudioOutput)? = { Playback(ifAvailable: $0) }
  ) {
    self.instrument = instrument
    self.logger = logger
    self.open = open
    self.tryOpen = tryOpen
    choice = OutputChoice(options.pcm, isOnly: options.staysOnPCM)
    requiresOutput = options.requiresPorts
    recordings = Recordings(
      options.recordFile.map { Recording(path: $0, replaces: options.replacesRecording, logger: logger) })
    instrument.sessionWidgets.recording.set(options.recordFile == nil ? 0 : 1)
    inputPCM = options.inputPCM
    cores = options.cores
    var request = OutputRequest(
      pcm: options.pcm, framesPerSecond: Int(options.framesPerSecond), periodFrames: options.periodFrames,
      periods: options.periods)
    request.neverRests = options.neverRests
    request.isOnly = options.staysOnPCM
    self.request = request
  }

  var isRunning: Bool { output != nil }
  var status: OutputStatus? { output?.status }
  var format: OutputFormat? { output?.format }
  var meters: EngineMeters? { link?.meters }

  /// Opens the card, prepares the engine for its format, and plays. The first block already has the widgets' values.
  ///
  /// - Parameters:
  ///   - pcm: a card that replaces the wanted one.
  ///   - ready: an output that is already open.
  func start(_ performer: Performer, on pcm: String? = nil, ready: (any AudioOutput)? = nil)
    throws(SpinetError)
  {
    guard output == nil else { return }
    guard !isAbandoned else {
      throw SpinetError(
        .device, what: instrument.name,
        why: "its thread is still computing one block, and cannot be stopped",
        remedy: "quit, and start again")
    }
    let output = if let ready { ready } else { try openOutput(on: pcm ?? request.pcm) }
    let format = output.format
    let ends = ControlEnds(tap: tap)
    let link = ends.link
    tap?.framesPerSecond = format.framesPerSecond
    instrument.mixer?.spread = MixerSpread(threads: cores)
    try SignalHandling.endingAtOnce { () throws(SpinetError) in
      try instrument.engine.prepare(
        framesPerSecond: Double(format.framesPerSecond), largestBlock: format.periodFrames, link: link)
    }
    try play(on: output, ends, performer)
    self.output = output
    askedChannels = instrument.engine.outputCount
    self.link = link
    monitor = EngineMonitor(name: instrument.name, link: link)
    failure = nil
    hasStarted = true
    waitForFirstBlock(of: output)
    tellUnheard(format)
    logger.debug("sound: \(format)")
  }

  /// Starts the output. If that fails, no commands are sent to it.
  private func play(on output: any AudioOutput, _ ends: consuming ControlEnds, _ performer: Performer)
    throws(SpinetError)
  {
    let link = ends.link
    let recorder = try recordings.recorder(framesPerSecond: output.format.framesPerSecond)
    input = openInput(for: output.format)
    performer.attach(ends, at: .now)
    beforePlaying()
    do {
      try output.start(instrument.engine, link: link, recorder: recorder, input: input)
    } catch {
      performer.attach(nil, at: .now)
      closeInput()
      throw error
    }
  }

  private func closeInput() {
    input?.stop()
    if let input, input.dropouts > 0 {
      logger.warning("\(input.pcm): the input had \(input.dropouts) gaps")
    }
    input = nil
    inputReport = InputReport()
  }

  /// Waits up to a second for the first block. After that, the card's current state is reported.
  private func waitForFirstBlock(of output: any AudioOutput) {
    let limit = HostTime.now.advanced(bySeconds: 1)
    while !output.status.hasPlayed, HostTime.now < limit { usleep(500) }
  }

  /// Releases the card. Widgets, keys and pedals keep their state.
  func stop(_ performer: Performer) {
    guard let output else { return }
    if monitor?.isStuck != true { fadeOut(performer) }
    guard end(output) else { return abandon(output, performer) }
    closeInput()
    forgetOutput(performer)
  }

  private func forgetOutput(_ performer: Performer) {
    performer.attach(nil, at: .now)
    output = nil
    link = nil
    monitor = nil
    search = nil
    told = .stopped
  }

  /// Ends the audio thread. Returns whether it has ended. The thread can only end between two blocks. Another thread
  /// waits for that, so that control can stop waiting if a block never ends, even the first one.
  private func end(_ output: any AudioOutput) -> Bool {
    guard let job = try? BackgroundJob("spinet-stop", work: { output.stop() }) else {
      output.stop()
      return true
    }
    while job.takeOutcome() == nil {
      if let monitor, monitor.isStuck {
        _ = Unmanaged.passRetained(job)
        return false
      }
      usleep(500)
    }
    return true
  }

  /// Leaves a program that is stuck in a block. It cannot be stopped, so everything that it uses stays in memory until
  /// the process ends.
  private func abandon(_ output: any AudioOutput, _ performer: Performer) {
    monitor?.check { logger.error("\($0)") }
    _ = Unmanaged.passRetained(output as AnyObject)
    _ = Unmanaged.passRetained(instrument.engine as AnyObject)
    if let link { _ = Unmanaged.passRetained(link) }
    if let input { _ = Unmanaged.passRetained(input) }
    input = nil
    forgetOutput(performer)
    isAbandoned = true
  }

  /// Ends the engine and completes the recordings, at the end of the session.
  func finish(_ performer: Performer) throws(SpinetError) {
    stop(performer)
    try recordings.finish()
  }

  /// Fades out all voices, because a card that is closed drops the samples in its buffer, which would click.
  private func fadeOut(_ performer: Performer) {
    guard isPlaying, voices > 0, let latencyMilliseconds else { return }
    performer.silence(at: .now)
    usleep(UInt32(min(latencyMilliseconds + 10, 200) * 1000))
  }

  /// Starts or stops the engine according to `engine.running`, and reports changes of the card's state.
  func follow(_ performer: Performer) {
    let isWanted = instrument.sessionWidgets.running.value > 0
    if isWanted != isRunning { switchEngine(isWanted, performer) }
    checkRecordings()
    guard let status = output?.status else { return }
    if status.needsRestart { restart(performer, on: status.pcm) }
    takeWantedOutput(status, performer)
    tell(status)
    if let input, let news = inputReport.news(of: input.pcm, input.state) {
      logger.log(level: news.level, "\(news.text)")
    }
    monitor?.check { logger.error("\($0)") }
  }

  func switchEngine(
    _ isWanted: Bool, _ performer: Performer, on pcm: String? = nil, ready: (any AudioOutput)? = nil
  ) {
    guard isWanted else {
      stop(performer)
      return logger.info("engine stopped; widgets stay live")
    }
    do {
      try start(performer, on: pcm, ready: ready)
      logger.info("engine started: \(description)")
    } catch {
      failure = error
      instrument.sessionWidgets.running.set(0)
      logger.error("\(error)")
    }
  }

  /// Restarts the engine, because the card, or the one that replaces it, has come back with another rate or period.
  func restart(_ performer: Performer, on pcm: String) {
    stop(performer)
    switchEngine(true, performer, on: pcm)
  }

  /// Restarts the card if a new sound needs that: for audio inputs that are not open, for more outputs, or because a
  /// block of an earlier program does not end.
  func restartIfNeeded(_ performer: Performer) {
    guard let status else { return }
    let inputs = instrument.engine.inputCount
    let hasSource = inputPCM != nil || instrument.engine.inputFile != nil
    let lacksInput = hasSource && inputs > (input?.inputs ?? 0)
    let lacksOutputs = instrument.engine.outputCount > max(2, askedChannels)
    if lacksInput || lacksOutputs || monitor?.isStuck == true { restart(performer, on: status.pcm) }
  }

  private func tell(_ status: OutputStatus) {
    if let grant = status.grant, !hasToldGrant {
      hasToldGrant = true
      logger.info("audio thread: \(grant)")
    }
    guard status.state != told else { return }
    switch (told, status.state) {
    case (_, .lost(let reason)): logger.warning("\(InputReport.loss(of: status.pcm, reason))")
    case (.lost, .playing): tellReturn(to: status.pcm)
    default: break
    }
    told = status.state
  }

  /// Wakes a resting card if commands are waiting.
  func wakeIfNeeded() {
    if let link, link.waitingCommands > 0 { output?.wake() }
  }
}
