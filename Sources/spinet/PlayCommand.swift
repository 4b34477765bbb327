import ArgumentParser
import Session
import Terminal

/// The instrument, live.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play live: controllers in, sound out.")

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Argument(
    help: ArgumentHelp(
      """
      A patch name or file (.yaml), a sound file (.wav, .aiff, .flac), a Csound .csd, a Faust .dsp; without \
      one, the default patch.
      """))
  var instrument: String?

  @OptionGroup var common: InstrumentOptions

  @OptionGroup var source: SourceOptions

  @Option(help: ArgumentHelp("A second instance: client \"Spinet TAG\".", valueName: "tag"))
  var name: String?

  @Option(help: ArgumentHelp("The sound card, by part of its name, or none.", valueName: "name"))
  var pcm: String = "default"

  @Option(
    help: ArgumentHelp("A sound card to take sound in from, for programs with inputs.", valueName: "name"))
  var input: String?

  @Option(help: "Periods in the sound card's buffer.")
  var periods: Int = 3

  @Option(help: ArgumentHelp("Where the widgets are remembered, or none.", valueName: "file"))
  var state: String?

  @Option(help: "Whether the engine starts running: on, off.")
  var engine: Switch = .on

  @Option(help: ArgumentHelp("Records what sounds: .wav, .aiff or .flac.", valueName: "file"))
  var record: String?

  @Flag(name: .customLong("no-terminal"), help: "No live line, even in a terminal.")
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
    let screen = noTerminal ? nil : StatusScreen()
    let session = try LiveSession(options: options, logger: verbosity.logger(above: screen))
    let handle = session.handle
    let isShown = screen?.start(status: { handle.status }, act: { handle.perform($0) }) ?? false
    defer { if isShown { screen?.stop() } }
    let isInterrupted = try session.run { line in
      if isShown { screen?.log(line) } else if !verbosity.quiet { StandardOutput.say(line) }
    }
    if isInterrupted { throw ExitCode(130) }
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
  /// Does what a key of the terminal asks for. [any-thread]
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
