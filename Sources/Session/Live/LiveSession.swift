import Devices
import Engine
import Foundation
import Keyboard
import Library
import Logging
import Mapping
import Realtime
import Widgets

/// The instrument, live: a MIDI source, the bridge, an engine and a sound card, run by one control thread.
public final class LiveSession {
  /// For the terminal, the panel and other threads.
  public let handle: SessionHandle

  let options: PlayOptions
  let logger: Logger
  let instrument: Instrument
  let bridge: Bridge
  let source: any MIDISource
  let socket: ControlSocket
  var shelf: MappingShelf
  var keyboardShelf: KeyboardShelf
  var patchFile: PatchFile?
  var stateKeeper: StateKeeper?
  private var pace = FeedbackPace()
  var inputDelay = InputDelay()
  /// Whether controllers were told something in the last turn, and may have to be told more.
  private(set) var isTellingControllers = false
  private var lastShow = HostTime(nanoseconds: 0)
  /// Whether there may be news that nobody has been shown.
  private(set) var hasNews = false
  let sound: Sound
  var screen: SessionScreen
  let fileListener = FileListener()
  /// Of an engine that has a program.
  let programWatch: ProgramWatch?

  /// Reads every file, announces the MIDI port and claims the name; nothing sounds yet.
  public init(options: PlayOptions, logger: Logger) throws {
    self.options = options
    self.logger = logger
    if let file = options.recordFile { try SessionError.checkSoundFileName(file) }
    let library = Catalog.current
    let beginning = FileStamp.Moment.now
    instrument = try InstrumentLoader(library: library, logger: logger).load(options.instrument)
    shelf = try MappingShelf(instrument: instrument, files: options.mappingFiles, library: library)
    shelf.complain(to: logger)
    var keyboardShelf = KeyboardShelf()
    let keyboard = try KeyboardLoader.load(options.keyboardFile, for: instrument, logger: logger) {
      keyboardShelf.note($0)
    }
    self.keyboardShelf = keyboardShelf
    patchFile = instrument.patchFile
    stateKeeper = try Self.setUp(instrument, options, logger)
    handle = try SessionHandle(widgets: instrument.widgets)
    socket = try ControlSocket(name: options.clientName, folders: Folders())
    let source = try options.makeSource()
    self.source = source
    bridge = Bridge(instrument: instrument, mappings: shelf.mappings, keyboard: keyboard) {
      source.send($0, to: nil)
    }
    sound = Sound(options: options, instrument: instrument, logger: logger)
    screen = SessionScreen(instrument: instrument.name)
    programWatch = Self.watch(instrument.engine, readAt: beginning, waking: handle.wakePipe)
    if keyboard.output != nil, !source.hasOutput {
      logger.warning("out: notes are sent by the ALSA sequencer alone; play with --midi alsa")
    }
  }

  /// Nil for an engine without a program.
  private static func watch(
    _ engine: any SoundEngine, readAt moment: FileStamp.Moment, waking pipe: WakePipe
  ) -> ProgramWatch? {
    (engine as? any ProgramEngine).map { engine in
      ProgramWatch(engine: engine, readAt: moment) { pipe.wake() }
    }
  }

  /// Widgets as they were left, and then as the options say.
  private static func setUp(_ instrument: Instrument, _ options: PlayOptions, _ logger: Logger) throws
    -> StateKeeper?
  {
    let keeper = try restore(instrument, options, logger)
    try instrument.apply(settings: options.settings)
    instrument.own.running.set(options.engineStartsRunning ? 1 : 0)
    return keeper
  }

  /// Plays until it is stopped, interrupted or its time is over; `say` gets the one line that tells that it
  /// is ready. Answers whether it was interrupted. Throws also for what could not be kept at the end.
  public func run(_ say: (String) -> Void) throws -> Bool {
    InterruptWatch.begin(waking: handle.wakePipe)
    followFiles(at: .now)
    defer { InterruptWatch.end() }
    if instrument.own.running.value > 0 { try sound.start(bridge) }
    say(readiness)
    let end = options.durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    while !handle.isStopRequested, !InterruptWatch.isInterrupted, end.map({ HostTime.now < $0 }) ?? true {
      turn(wait(until: end))
    }
    try finish()
    return InterruptWatch.isInterrupted
  }

  private var readiness: String {
    [
      "ready: \(instrument.name)", source.announcement, sound.description,
      instrument.own.running.value > 0 ? "" : "engine stopped",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Everything there is to do after something has happened or some time has passed.
  private func turn(_ callers: Callers) {
    if callers.pipe { handle.wakePipe.drain() }
    source.read { arrival in take(arrival) }
    inputDelay.settle(at: .now)
    if callers.socket { socket.serve { request in answer(request) } }
    let now = HostTime.now
    bridge.obeyOwnWidgets(at: now)
    sound.follow(bridge)
    bridge.advance(to: now)
    endPerformance()
    sound.wakeIfNeeded()
    sendFeedback(at: now)
    if callers.files { fileListener.listen(at: now) }
    lookAtFiles(at: now)
    takeUpProgram()
    show(at: now)
  }

  /// A status is made for people, not for every message of a burst.
  private func show(at now: HostTime) {
    hasNews = now.nanoseconds(since: lastShow) < Int64(Self.showMilliseconds) * 1_000_000
    guard !hasNews else { return }
    lastShow = now
    handle.show(screen.status(sound: sound, bridge: bridge, source: source, at: now))
  }

  /// A program that has come to its end is no error: the engine stops, the widgets stay live.
  private func endPerformance() {
    guard bridge.hasPerformanceEnded else { return }
    logger.info("\(instrument.name): the performance has come to its end")
    instrument.own.running.set(0)
    sound.follow(bridge)
  }

  private func take(_ arrival: MIDIArrival) {
    switch arrival {
    case .message(let message, let port, let time):
      inputDelay.note(time)
      bridge.take(message, from: port, at: time) { screen.note(message, $0) }
    case .exclusive(let payload, _, let time):
      bridge.take(exclusive: payload, at: time) { screen.note($0) }
    case .connected(let port):
      bridge.portAppeared(port)
      logger.info("connected \(port.client), mapping \(shelf.choice(for: port)?.mapping ?? "none")")
    case .disconnected(let port):
      bridge.portLeft(port.id, at: .now)
      logger.info("disconnected \(port.client); its notes are released")
    case .listener(let port):
      for message in bridge.outputIntroduction { source.send(message, to: port) }
    case .overrun:
      bridge.releaseAll(at: .now)
      logger.warning("MIDI: messages came faster than they could be taken; all keys are released")
    }
  }

  private func sendFeedback(at now: HostTime) {
    isTellingControllers = false
    bridge.router.feedback(bytes: pace.bytes(at: now)) { port, message in
      source.send(message, to: port)
      isTellingControllers = true
    }
  }

  /// The recording and the widgets are kept, whatever becomes of the other; what is lost is this session's failure.
  private func finish() throws {
    bridge.releaseAll(at: .now)
    var failures: [any Error] = []
    do { try sound.finish(bridge) } catch { failures.append(error) }
    do { try stateKeeper?.save() } catch { failures.append(error) }
    for error in failures.dropFirst() { logger.error("\(error)") }
    if let error = failures.first { throw error }
  }

  private static func restore(_ instrument: Instrument, _ options: PlayOptions, _ logger: Logger) throws
    -> StateKeeper?
  {
    guard options.state != "none" else { return nil }
    let path = options.state ?? "\(Folders().state)/\(options.clientName) \(instrument.name).yaml"
    let file = StateFile(path: path, instrument: instrument.name)
    let patch = instrument.widgets.snapshot()
    let kept = try file.read()
    for remark in kept.remarks { logger.warning("\(remark)") }
    let unknown = instrument.widgets.restore(kept.values)
    if !unknown.isEmpty {
      logger.warning("\(path): \(instrument.name) has no widget \(unknown.joined(separator: ", "))")
    }
    return StateKeeper(file: file, widgets: instrument.widgets, patch: patch)
  }
}
