import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// A running instrument: the performer, and around it controllers, sound, requests, files and screens, run by one control
/// thread.
///
/// It builds these owners and gives each its turn. What one of them keeps, no other one keeps.
public final class LiveSession {
  /// The interface for the terminal, the panel and other threads.
  public let handle: SessionHandle

  let performer: Performer
  let sounds: Sounds
  private let controllers: Controllers
  private let sound: OutputControl
  private let requests: RequestHandler
  private let state: SessionState
  /// Records what is played; nil if that is not wanted.
  private let journal: Journal?
  private let sources: SourceThreads
  let loop: ControlLoop
  private let song: SongToPlay?
  private let logger: Logger

  /// Reads every file, opens the MIDI port and claims the name. Nothing sounds yet.
  public convenience init(options: PlayOptions, logger: Logger = Logger(label: "spinet")) throws(SpinetError)
  {
    if let file = options.recordFile { _ = try SoundFileKind(ofFileNamed: file) }
    let beginning = HostClock().fileTime
    let loader = options.loader(logger: logger)
    try self.init(try options.load(with: loader), readAt: beginning, options, logger)
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
      LoadedInstrument(LoadedStage(sound), sessionWidgets: sessionWidgets), readAt: HostClock().fileTime,
      options, logger)
  }

  /// - Parameters:
  ///   - instrument: the instrument. Without a mixer, its engine gets every command at once, instead of at the mixer's
  ///     next block.
  ///   - beginning: when reading the files began. Files that were changed after that are read again.
  ///   - surroundings: the time, the devices, the folders and the disk.
  package init(
    _ instrument: LoadedInstrument, readAt beginning: FileStamp.Moment, _ options: PlayOptions,
    _ logger: Logger, in surroundings: Surroundings = Surroundings()
  ) throws(SpinetError) {
    let face = try surroundings.openFace(options)
    let (clock, folders) = (surroundings.clock, surroundings.folders)
    let canKeep = SessionState.canKeep(options, in: surroundings, logger)
    let setup = try PerformerSetup(instrument, options, logger: logger)
    Self.tellUnused(instrument, options, logger)
    let handle = try SessionHandle(
      for: instrument, view: InstrumentView(of: instrument, setup.keyboard),
      journalFolder: canKeep ? JournalFolder(options, in: folders) : nil, face: face,
      catalog: surroundings.catalog, csoundProcess: options.csoundProcess)
    let wake = { @Sendable in handle.controls.wake() }
    let place = SessionState.Place(options, in: surroundings)
    let saver = try RestoredState(place: place, startsFresh: options.startsFresh, logger: logger)
      .setUp(instrument, options, canKeep: canKeep, wake: wake)
    let commands = try surroundings.listen(options.clientName, folders, wake)
    let source =
      if let source = surroundings.source { source } else { try options.makeSource(logger: logger) }
    let performer = setup.performer { source.send($0, to: nil) }
    let outside = OutsideInstruments(
      source, logger: logger, sendDatagram: surroundings.sendDatagram(logger))
    performer.outside = outside
    journal = try Journal(
      handle.journalFolder, named: JournalNames(options), logger, in: surroundings, wake: wake)
    let output = SoundOutput(for: performer, options: options, logger: logger, in: surroundings)
    output.tap = handle.tap
    sound = OutputControl(
      of: output, for: performer, recordFile: options.recordFile, in: surroundings, logger: logger, wake: wake
    )
    controllers = Controllers(
      source, playing: performer, journal: journal, clock: clock, logger: logger)
    sounds = Sounds(
      for: performer, output, options.loader(logger: logger), logger: logger, clock: clock,
      on: surroundings.worker, wake: wake)
    state = SessionState(of: performer, saver, in: place, logger: logger, wake: wake)
    requests = RequestHandler(
      for: performer, sound, sounds, controllers, by: commands, handle, in: surroundings, logger: logger)
    sources = SourceThreads(options, playing: handle, in: surroundings, logger: logger)
    let setLists = SetLists(
      options, for: performer, sounds, logger: logger, on: surroundings.worker, wake: wake)
    let files = SessionFiles(
      of: performer, setup.keyboardFiles, readAt: beginning,
      setAtStart: instrument.values(ofSettings: options.settings), state: state, sounds: sounds,
      setLists: setLists, handle: handle, logger: logger, in: surroundings)
    let screen = Screen(of: performer, output, source, setLists, on: handle)
    let exchange = PropertyExchange(
      of: performer, on: source, in: surroundings, logger: logger, wake: wake)
    let inputs = InputQueue(handle.controls.inbox, playing: performer, asking: requests, logger: logger)
    requests.setLists = setLists
    let clockOutput = ClockOutput(options, from: performer, on: source, logger: logger) {
      UInt64(max(0, output.latencyMilliseconds ?? 0) * 1e6)
    }
    let services: [(any Service)?] = [
      controllers, inputs, requests, performer, exchange, setLists,
      OutsideOutput(of: performer, to: outside), OSCTargets(of: performer, send: outside.sendDatagram),
      clockOutput, sound,
      Lamps(of: performer, on: source),
      files, sounds, state, journal, screen,
    ]
    loop = ControlLoop(
      services.compactMap(\.self), clock: clock, waker: handle.controls.waker,
      seconds: options.durationSeconds)
    (self.handle, self.performer, self.logger) = (handle, performer, logger)
    song = options.song
    let listeners: [(any PerformanceListener)?] = [
      state, screen, sound, journal, files, sounds, setLists, exchange,
    ]
    for listener in listeners.compactMap(\.self) { performer.news.add(listener) }
  }

  /// Logs that an audio input is not used by any part.
  private static func tellUnused(_ instrument: LoadedInstrument, _ options: PlayOptions, _ logger: Logger) {
    let engine = instrument.engine
    if engine.takesInput, options.inputPCM == nil, engine.inputFile == nil {
      logger.warning(.silentInput(of: instrument.name))
    }
  }

  var instrument: LoadedInstrument { performer.instrument }
  var output: SoundOutput { sound.output }

  /// Called whenever the engine has allocated its memory, before it plays. [control-thread]
  package var beforePlaying: () -> Void {
    get { output.beforePlaying }
    set { output.beforePlaying = newValue }
  }

  /// Opens the panel, or gives it a new link, and returns its address; nil if there is no panel.
  package var openPanel: (@Sendable (PanelVerb) throws(SpinetError) -> String)? {
    get { requests.openPanel }
    set { requests.openPanel = newValue }
  }

  /// Opens the port for OSC if it is not open, and returns where it is; nil if there can be none.
  package var openOSC: (@Sendable () throws(SpinetError) -> String)? {
    get { requests.openOSC }
    set { requests.openOSC = newValue }
  }

  /// Whether a controller is connected.
  package var hasController: Bool { controllers.isAnyThere }

  /// Plays until it is stopped or interrupted, or its time is over. Also throws if something could not be saved at the
  /// end.
  ///
  /// It does not change the process. A program that wants Ctrl-C to act like `handle.stop()` uses `SignalHandling`
  /// around the run.
  ///
  /// - Parameter say: gets one line when the instrument is ready.
  /// - Returns: whether Ctrl-C or a hang-up ended it; false also after SIGTERM.
  public func run(_ say: (String) -> Void) throws(SpinetError) -> Bool {
    journal?.begin(performer.instrument, at: loop.clock.now)
    if isWanted { try output.start() }
    sources.start()
    say(readiness)
    sounds.tellMemory()
    if let song {
      // The controllers that are there are connected in the first turn, which may take longer than a note can wait.
      loop.turn(until: loop.clock.now)
      performer.play(song, at: loop.clock.now)
    }
    loop.run { [handle] in !handle.controls.isStopRequested && !SignalHandling.isEndRequested }
    try finish()
    return SignalHandling.isInterrupted
  }

  private var isWanted: Bool { performer.instrument.sessionWidgets.running.value > 0 }

  private var readiness: String {
    [
      "ready: \(performer.instrument.name)", controllers.source.announcement, output.description,
      isWanted ? "" : sounds.loader.playsSound ? "engine stopped" : "no sound",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Completes the recording and the state, each even if the other fails. Throws the first failure.
  private func finish() throws(SpinetError) {
    sources.end()
    performer.releaseAll(at: loop.clock.now)
    journal?.finish()
    requests.refuseAll()
    var failures: [SpinetError] = []
    do { try output.finish() } catch { failures.append(error) }
    do { try state.finish() } catch { failures.append(error) }
    for error in failures.dropFirst() { logger.error(error) }
    if let error = failures.first { throw error }
  }
}
