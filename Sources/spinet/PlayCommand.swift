import ArgumentParser
import Glibc
import Logging
import SpinetBridge
import SpinetLibrary
import SpinetMIDI
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetTerminal
import SpinetText
import SpinetTools
import SpinetWidgets
import SystemPackage

/// `spinet play`: the instrument, live.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play live.", discussion: SoundArguments.about)

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  @OptionGroup var sounds: SoundArguments

  @OptionGroup var common: InstrumentOptions

  @OptionGroup var source: SourceOptions

  @Option(help: ArgumentHelp("Run as a second instance, named \"Spinet TAG\".", valueName: "tag"))
  var name: String?

  @Option(
    help: ArgumentHelp("The sound card, by a part of its name, or none.", valueName: "name"),
    completion: .pcm
  )
  var pcm: String = "default"

  @Option(
    help: ArgumentHelp(
      "The sound card to record from, for programs with audio inputs.", valueName: "name"),
    completion: .inputPCM)
  var input: String?

  @Option(help: "Number of periods in the sound card's buffer.")
  var periods: Int = 3

  @Option(
    help: ArgumentHelp("Where widget values are kept between runs, or none.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var state: PlayOptions.StateChoice?

  @Flag(name: .customLong("never-rest"), help: "Do not suspend the sound card in silence.")
  var neverRests = false

  @Flag(
    name: .customLong("only"),
    help: "Do not play on another sound card while the one that --pcm names is missing.")
  var staysOnPCM = false

  @Flag(
    name: .customLong("require"),
    help:
      "Refuse to start while a port that --connect names, or the sound card that --pcm names, is missing.")
  var requiresPorts = false

  @Flag(help: "Ignore remembered values, and start with the patch's own.")
  var fresh = false

  @Option(help: "Start with the engine on or off.")
  var engine: Switch = .on

  @Flag(
    name: .customLong("no-sound"),
    help: "Play only other instruments, those of a stage, without an engine and a sound card.")
  var hasNoSound = false

  @Option(
    help: ArgumentHelp("Record the sound: .wav, .aiff or .flac.", valueName: "file"),
    completion: .soundFile)
  var record: String?

  @Flag(help: "Overwrite an existing recording. Default: record to NAME-2.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "The size of the journal, at least 1M, or none.", valueName: "size"))
  var journal = JournalSize()

  @Flag(name: .customLong("no-terminal"), help: "Do not show the live status line.")
  var noTerminal = false

  @Option(
    name: .customLong("clock-out"),
    help: ArgumentHelp(
      "Send MIDI clock, start, stop and position to this port, by a part of its name. Repeatable.",
      valueName: "name"), completion: .port)
  var clockOut: [String] = []

  @OptionGroup var faces: FaceOptions

  @OptionGroup var touchScreen: TouchOptions

  @OptionGroup var motion: MotionOptions

  @OptionGroup var panel: PanelOptions

  @OptionGroup var osc: OSCOptions

  @OptionGroup var verbosity: Verbosity

  func validate() throws {
    try StreamLimits.check(periods: periods)
    if let name, name.trimmed.isEmpty || name.printable != name {
      throw ValidationError("--name is empty, or cannot be printed, expected a short name")
    }
    if hasNoSound, record != nil || input != nil {
      throw ValidationError(
        "--no-sound leaves nothing for \(record == nil ? "--input" : "--record"), expected one of them")
    }
    if pcm.isEmpty {
      throw ValidationError("--pcm is empty, expected a part of a sound card's name, or none")
    }
  }

  func run() throws {
    let output = try OutputQueue { text, stream in
      if stream == .output { StandardOutput.write(text) } else { StandardError.write(text) }
    }
    defer { output.finish() }
    let screen = noTerminal ? nil : StatusScreen(output: output)
    let opened = OpenedPanel()
    let logger = verbosity.logger { line in
      opened.panel?.log(line)
      if let screen, screen.isShown {
        screen.log(line)
      } else {
        output.add(line.asMessage + "\n", to: .error)
      }
    }
    let manager = try joinSession(logger)
    defer { manager?.close() }
    let (session, panel, bridge) = try ProcessSetup.beforeReady { () throws(SpinetError) in
      try prepare(manager, logger)
    }
    opened.panel = panel
    defer {
      panel.close()
      bridge.close()
    }
    let isInterrupted = try ProcessSetup.during(session, logger) {
      try run(session, panel, bridge, screen, output)
    }
    if isInterrupted { throw ExitCode(130) }
  }

  /// Makes the instrument, and what listens beside the controllers, and tells the session manager whether that worked.
  private func prepare(
    _ manager: SessionManager?, _ logger: Logger
  ) throws(SpinetError) -> (LiveSession, Panel, OSCPort) {
    var options = options
    manager?.apply(to: &options)
    do throws(SpinetError) {
      if let song = sounds.song {
        try options.choose(song: song, logger: logger)
      } else {
        try options.chooseSetList(logger: logger)
      }
      let made = try LiveSession(options: options, logger: logger)
      let panel = try panel.panel(of: made, client: options.clientName) { logger.warning("\($0)") }
      let port = try osc.port(of: made, name: options.clientName) { logger.warning("\($0)") }
      try manager?.begin(made.handle) { logger.warning("\($0)") }
      return (made, panel, port)
    } catch {
      manager?.fail("\(error)")
      throw error
    }
  }

  /// The session of a session manager that has started this program; nil without one. One that cannot be reached is
  /// told of, and does not keep anybody from playing.
  private func joinSession(_ logger: Logger) throws(SpinetError) -> SessionManager? {
    guard let url = getenv("NSM_URL").map({ String(cString: $0) }), !url.isEmpty else { return nil }
    do throws(SpinetError) {
      let manager = try SessionManager.join(url, command: CommandLine.arguments.first ?? "spinet")
      logger.info(
        "session of \(manager.manager.isEmpty ? "a session manager" : manager.manager): \(manager.name)")
      return manager
    } catch  where error.code == .deviceFailed {
      logger.warning(error)
      return nil
    }
  }

  /// Returns whether a signal ended it.
  private func run(
    _ session: LiveSession, _ panel: Panel, _ bridge: OSCPort, _ screen: StatusScreen?,
    _ output: OutputQueue
  ) throws(SpinetError) -> Bool {
    let handle = session.handle
    let typist = handle.newClient()
    let isShown =
      screen?.start(status: { handle.status }, act: { handle.perform($0, by: typist) }) ?? false
    defer { if isShown { screen?.stop() } }
    // Once started, it knows whether it can write to the terminal.
    let screen = isShown ? screen : nil
    return try session.run { line in
      for line in [line] + advice(session, panel) + bridge.lines {
        if let screen, screen.isShown {
          screen.log(line)
        } else if !verbosity.quiet {
          output.add(line.harmless + "\n", to: .output)
        }
      }
    }
  }

  /// The address of the panel. Without a panel and without a controller, how to play anyway.
  private func advice(_ session: LiveSession, _ panel: Panel) -> [String] {
    if let link = panel.link { return link.lines }
    guard !session.hasController, source.midi != .none else { return [] }
    return [
      "no controller is connected; to play in a browser, open the address that 'spinet panel' prints"
    ]
  }

  private var options: PlayOptions {
    var options = PlayOptions()
    common.apply(to: &options)
    options.instrument = sounds.instrument
    source.apply(to: &options)
    faces.apply(to: &options)
    touchScreen.apply(to: &options)
    motion.apply(to: &options)
    options.clockReceivers = clockOut
    options.tag = name
    options.pcm = pcm
    options.inputPCM = input
    options.periods = periods
    options.neverRests = neverRests
    options.requiresPorts = requiresPorts
    options.staysOnPCM = staysOnPCM
    if let state { options.state = state }
    options.startsFresh = fresh
    options.engineStartsRunning = engine == .on
    options.playsSound = !hasNoSound
    options.recordFile = record.map { FilePath($0) }
    options.replacesRecording = replace
    options.journalBytes = journal.bytes
    options.csoundProcess = CsoundProcess.words
    return options
  }
}

extension SessionHandle {
  /// Carries out the action of a key in the terminal. Returns a line to show, if that depends on the instrument.
  /// [any-thread]
  func perform(_ action: TerminalAction, by typist: InputClient) -> String? {
    switch action {
    case .quit: stop()
    case .toggleEngine: toggle("engine.running")
    case .panic: press("panic")
    case .octave(let step): return moveOctave(by: step)
    case .noteOn(let key): typist.play(.noteOn(Channel(status: 0), key: key, velocity: 100))
    case .noteOff(let key): typist.play(.noteOff(Channel(status: 0), key: key, velocity: 64))
    case .help, .unknown, .typing, .commands: break
    }
    return nil
  }

  private func moveOctave(by step: Int) -> String? {
    guard let octave = widgets["keyboard.octave"] else { return nil }
    let end = step > 0 ? octave.range.upperBound : octave.range.lowerBound
    guard octave.value != end else { return "this is the \(step > 0 ? "highest" : "lowest") octave" }
    move(octave.name, by: Double(step))
    return step > 0 ? "an octave up" : "an octave down"
  }
}
