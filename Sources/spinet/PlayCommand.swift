import ArgumentParser
import SpinetSession
import SpinetTerminal

/// `spinet play`: the instrument, live.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play live.")

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(
    help: ArgumentHelp(
      """
      A patch name or file (.yaml), a sound file (.wav, .aiff, .flac), a Csound .csd or a Faust .dsp. Default: \
      the default patch.
      """))
  var instrument: String?

  @OptionGroup var common: InstrumentOptions

  @OptionGroup var source: SourceOptions

  @Option(help: ArgumentHelp("Run as a second instance, named \"Spinet TAG\".", valueName: "tag"))
  var name: String?

  @Option(help: ArgumentHelp("The sound card, by a part of its name, or none.", valueName: "name"))
  var pcm: String = "default"

  @Option(
    help: ArgumentHelp("The sound card to record from, for programs with audio inputs.", valueName: "name"))
  var input: String?

  @Option(help: "Number of periods in the sound card's buffer.")
  var periods: Int = 3

  @Option(help: ArgumentHelp("Where widget values are kept between runs, or none.", valueName: "file"))
  var state: String?

  @Option(help: "Start with the engine on or off.")
  var engine: Switch = .on

  @Option(help: ArgumentHelp("Record the sound: .wav, .aiff or .flac.", valueName: "file"))
  var record: String?

  @Flag(name: .customLong("no-terminal"), help: "Do not show the live status line.")
  var noTerminal = false

  @OptionGroup var verbosity: Verbosity

  func validate() throws {
    guard (2...32).contains(periods) else {
      throw ValidationError("--periods \(periods) is out of range, expected 2 to 32")
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
    let logger = verbosity.logger { line in
      if let screen, screen.isShown { screen.log(line) } else { output.add(line + "\n", to: .error) }
    }
    let session = try LiveSession(options: options, logger: logger)
    let isInterrupted = try ProcessSetup.during(session, logger) { try run(session, screen, output) }
    if isInterrupted { throw ExitCode(130) }
  }

  /// Answers whether a signal ended it.
  private func run(_ session: LiveSession, _ screen: StatusScreen?, _ output: OutputQueue) throws -> Bool {
    let handle = session.handle
    let isShown = screen?.start(status: { handle.status }, act: { handle.perform($0) }) ?? false
    defer { if isShown { screen?.stop() } }
    return try session.run { line in
      if isShown { screen?.log(line) } else if !verbosity.quiet { output.add(line + "\n", to: .output) }
    }
  }

  private var options: PlayOptions {
    var options = PlayOptions()
    common.apply(to: &options)
    options.instrument = instrument
    source.apply(to: &options)
    options.tag = name
    options.pcm = pcm
    options.inputPCM = input
    options.periods = periods
    options.state = state
    options.engineStartsRunning = engine == .on
    options.recordFile = record
    return options
  }
}

extension SessionHandle {
  /// Carries out what a key in the terminal asks for. [any-thread]
  func perform(_ action: TerminalAction) {
    switch action {
    case .quit: stop()
    case .toggleEngine: toggle("engine.running")
    case .panic: press("panic")
    case .octave(let step): move("keyboard.octave", by: Double(step))
    case .help: break
    }
  }
}
