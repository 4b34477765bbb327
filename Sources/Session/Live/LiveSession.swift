import Glibc
import Logging
import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// A running instrument: a MIDI source, the performer, an engine and a sound card, run by one control thread.
public final class LiveSession {
  /// The interface for the terminal, the panel and other threads.
  public let handle: SessionHandle

  let options: PlayOptions
  let logger: Logger
  let performer: Performer
  let source: any MIDISource
  let socket: ControlSocket
  var activeMappings: ActiveMappings
  var activeKeyboard: ActiveKeyboard
  var partFiles: PartFiles
  var stateAutosaver: StateAutosaver?
  /// Autosavers of earlier instruments that still have something to write.
  var retiredStates: [(saver: StateAutosaver, played: PlayedWidgets)] = []
  var keepsState = false
  private var feedbackLimiter = FeedbackRateLimiter()
  var inputDelay = InputDelay()
  /// Whether feedback was sent in the last turn, so that more may wait.
  private(set) var isTellingControllers = false
  private var lastShow = HostTime(nanoseconds: 0)
  /// Whether the status may have changed since it was last shown.
  private(set) var hasNews = false
  let host: SoundOutput
  var schedule = InboxSchedule()
  /// Requests of inbox clients that wait for their answers.
  var waitingReplies: [Int32: @Sendable ([String]) -> Void] = [:]
  var lastInboxRequest: Int32 = 0
  var pendingAnswers: [PendingAnswer] = []
  /// The notes that commands have begun and that still sound.
  var timedNotes: [TimedNote] = []
  /// The client that plays the commands' notes.
  lazy var commandClient = handle.inbox.newClient()
  var watched = WatchedState()
  var watchedMappings = WatchedMappings()
  /// Records what is played; nil if that is not wanted.
  let journal: Journal?
  /// The values that the options set, by widget, until another sound is loaded.
  var setAtStart: [String: Double]
  /// The current sound, as the user named it; empty for the default patch.
  var sound: String
  /// Opens the panel and returns its address; nil if there is no panel.
  package var openPanel: (@Sendable () throws(SpinetError) -> String)?
  var screen: SessionStatusCollector
  let fileWatcher = FileWatcher()
  let loader: InstrumentLoader
  let soundLoader: SoundLoader
  var reserve = SoundReserve()
  var stageStamp: FileStamp?
  /// The file stamps of the user's own patches at the last check.
  var patchStamps = FileStamp.all(ofPatchesIn: .current)
  /// Parts that have rung out and that another thread will free.
  var discarded: [LoadedPart] = []
  var freeing: BackgroundJob<Void>?
  /// The threads of a camera, a touch screen and a motion sensor, if they play.
  var sourceThreads: [SourceThread] = []

  /// The current instrument.
  var instrument: LoadedInstrument { performer.instrument }

  /// Called whenever the engine has allocated its memory, before it plays. [control-thread]
  package var beforePlaying: () -> Void {
    get { host.beforePlaying }
    set { host.beforePlaying = newValue }
  }

  /// Reads every file, opens the MIDI port and claims the name. Nothing sounds yet.
  public convenience init(options: PlayOptions, logger: Logger = Logger(label: "spinet")) throws(SpinetError)
  {
    if let file = options.recordFile { _ = try SoundFileKind(ofFileNamed: file) }
    let beginning = FileStamp.Moment.now
    let loader = options.loader(logger: logger)
    try self.init(try loader.load(options.instrument), readAt: beginning, options, logger)
  }

  /// Plays a custom engine. The options choose mappings, keyboard, state and devices; their `instrument` is ignored.
  /// The instrument has the engine's name.
  public convenience init(
    engine: any SoundEngine, options: PlayOptions = PlayOptions(),
    logger: Logger = Logger(label: "spinet")
  ) throws(SpinetError) {
    if let file = options.recordFile { _ = try SoundFileKind(ofFileNamed: file) }
    let sound = LoadedSound(name: engine.name, engine: engine)
    let sessionWidgets = SessionWidgets(sources: options.sourceWidgets)
    try self.init(
      LoadedInstrument(LoadedStage(sound), sessionWidgets: sessionWidgets), readAt: .now, options, logger)
  }

  /// - Parameters:
  ///   - instrument: the instrument. Without a mixer, its engine gets every command at once, instead of at the mixer's
  ///     next block.
  ///   - beginning: when reading the files began. Files that were changed after that are read again.
  ///   - source: where MIDI comes from; nil for what the options choose.
  ///   - open: opens the output of a request.
  package init(
    _ instrument: LoadedInstrument, readAt beginning: FileStamp.Moment, _ options: PlayOptions,
    _ logger: Logger, source: (any MIDISource)? = nil,
    open: @escaping (OutputRequest) throws(SpinetError) -> any AudioOutput = {
      request throws(SpinetError) in try Playback(request)
    }
  ) throws(SpinetError) {
    try FaceSources.check(options.faceSources + [options.faceCascade?.string].compactMap(\.self))
    var options = options
    let canKeep = Self.canKeep(options, logger)
    if !canKeep { options.journalBytes = nil }
    self.options = options
    self.logger = logger
    let setup = try PerformerSetup(instrument, options, logger: logger)
    (activeMappings, activeKeyboard) = (setup.mappings, setup.keyboardFiles)
    Self.tellUnused(instrument.engine, of: instrument.name, options, logger)
    let handle = try SessionHandle(
      for: instrument, view: InstrumentView(of: instrument, setup.keyboard),
      journalFolder: JournalFolder(options), faces: FaceExchange(options))
    self.handle = handle
    let autosaver = try Self.setUp(instrument, options, logger, waking: handle)
    // A file that the options name must be written, or an error tells why not.
    stateAutosaver = canKeep || options.state != .automatic ? autosaver : nil
    socket = try ControlSocket(name: options.clientName, folders: Folders())
    let source = if let source { source } else { try options.makeSource(logger: logger) }
    self.source = source
    journal = try Journal(handle.journalFolder, logger) { handle.wake() }
    sound = options.instrument ?? ""
    performer = setup.performer { source.send($0, to: nil) }
    loader = options.loader(logger: logger)
    soundLoader = SoundLoader { handle.wake() }
    stageStamp = instrument.stageFile.flatMap { FileStamp(of: $0) }
    host = SoundOutput(for: performer, options: options, logger: logger, open: open)
    host.tap = handle.tap
    screen = SessionStatusCollector(instrument: instrument.name)
    partFiles = PartFiles(of: instrument, readAt: beginning)
    setAtStart = instrument.values(ofSettings: options.settings)
    connectPerformer()
  }

  private func connectPerformer() {
    performer.recordPlayed(Array(setAtStart.keys))
    performer.chooseSound = { [unowned self] in choose($0, at: .now) }
    performer.discard = { [unowned self] in discarded.append($0) }
    if performer.sendsOut, !source.hasOutput {
      logger.warning(
        SpinetError(
          .deviceUnsuitable, what: "out", why: "only the ALSA sequencer can send MIDI",
          remedy: Remedy(.playWithSequencer)))
    }
  }

  /// Logs that an audio input is not used by any part.
  private static func tellUnused(
    _ engine: any SoundEngine, of name: String, _ options: PlayOptions, _ logger: Logger
  ) {
    if engine.takesInput, options.inputPCM == nil, engine.inputFile == nil {
      logger.warning(.silentInput(of: name))
    }
  }

  /// Plays until it is stopped or interrupted, or its time is over. Also throws if something could not be saved at the
  /// end.
  ///
  /// It does not change the process. A program that wants Ctrl-C to act like `handle.stop()` uses `SignalHandling`
  /// around the run.
  ///
  /// - Parameter say: gets one line when the instrument is ready.
  /// - Returns: whether Ctrl-C or a hang-up ended it; false also after SIGTERM.
  public func run(_ say: (String) -> Void) throws(SpinetError) -> Bool {
    watchFiles(at: .now)
    keepJournal()
    if instrument.sessionWidgets.running.value > 0 { try host.start() }
    startFace()
    startTouchScreen()
    startMotion()
    say(readiness)
    tellMemory()
    let end = options.durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    while !handle.isStopRequested, !SignalHandling.isEndRequested,
      end.map({ HostTime.now < $0 }) ?? true
    {
      turn(wait(until: end))
    }
    try finish()
    return SignalHandling.isInterrupted
  }

  /// Whether a controller is connected.
  package var hasController: Bool {
    !source.connectedPorts.isEmpty || source.ports().contains { $0.isHardware && $0.sends }
  }

  private var readiness: String {
    [
      "ready: \(instrument.name)", source.announcement, host.description,
      instrument.sessionWidgets.running.value > 0 ? "" : "engine stopped",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// One turn of the control thread: does everything that is due after an event or after some time.
  private func turn(_ callers: Callers) {
    if callers.pipe { handle.waker.consume() }
    source.read { arrival in take(arrival) }
    takeInbox()
    inputDelay.settle(at: .now)
    if callers.socket { socket.serve { request, client in answer(request, for: client) } }
    let now = HostTime.now
    performer.applySessionWidgets(at: now)
    host.follow()
    followRecording()
    endTimedNotes(at: now)
    performer.advance(to: now)
    endPerformance()
    host.wakeIfNeeded()
    sendFeedback(at: now)
    if callers.files { fileWatcher.listen(at: now) }
    checkFiles(at: now)
    advanceSounds(at: now)
    sendPendingAnswers()
    journal?.tell()
    show(at: now)
  }

  /// Updates the status and the journal. In a burst, that is not done for every message: people do not need every
  /// status, and checking all widgets for the journal takes time.
  private func show(at now: HostTime) {
    hasNews = now.nanoseconds(since: lastShow) < Self.shortestShowMilliseconds * 1_000_000
    guard !hasNews else { return }
    lastShow = now
    performer.sendValues()
    journal?.takeMoves(at: now)
    handle.show(screen.status(host: host, performer: performer, source: source, at: now))
    tellWatcher()
  }

  /// Stops the engine when all programs have ended by themselves. That is not an error, and the widgets stay usable.
  private func endPerformance() {
    let crashes = performer.takeCrashes()
    for (name, crash) in crashes { logger.error("\(name): \(crash.reason); fix it, or play another") }
    guard performer.hasPerformanceEnded else { return }
    if crashes.isEmpty { logger.info("\(instrument.name): the performance has ended") }
    instrument.sessionWidgets.running.set(0)
    host.follow()
  }

  private func take(_ arrival: MIDISourceEvent) {
    switch arrival {
    case .message(let message, let port, let time):
      inputDelay.record(time)
      take(message, from: port, at: time)
    case .exclusive(let payload, let port, let time):
      performer.take(exclusive: payload, at: time) { screen.record($0) }
      journal?.take(exclusive: payload, from: port, at: time)
    case .connected(let port):
      performer.portAppeared(port)
      journal?.name(port.id, port.mappingNames)
      logger.info("connected \(port.client), mapping \(activeMappings.choice(for: port)?.mapping ?? "none")")
    case .disconnected(let port):
      performer.portLeft(port.id, at: .now)
      journal?.left(port.id)
      logger.info("disconnected \(port.client); its notes are released")
    case .listener(let port):
      for message in performer.outputIntroduction { source.send(message, to: port) }
    case .refused(let error): logger.warning(error)
    case .overrun:
      releaseAll()
      logger.warning("MIDI: messages came faster than they could be read; all keys are released")
    }
  }

  private func sendFeedback(at now: HostTime) {
    isTellingControllers = false
    performer.router.feedback(bytes: feedbackLimiter.bytes(at: now)) { port, message in
      guard !ClientID.isPort(port) else { return }
      source.send(message, to: port)
      isTellingControllers = true
    }
  }

  /// Completes the recording and the state, each even if the other fails. Throws the first failure.
  private func finish() throws(SpinetError) {
    for thread in sourceThreads { thread.end() }
    releaseAll()
    journal?.finish()
    endReplies()
    var failures: [SpinetError] = []
    do { try host.finish() } catch { failures.append(error) }
    do { try finishStates() } catch { failures.append(error) }
    for error in failures.dropFirst() { logger.error(error) }
    if let error = failures.first { throw error }
  }
}
