import ArgumentParser
import Session

/// What arrives, decoded, and what it moves.
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor", abstract: "Show what arrives and what it moves; unmapped controls say so.")

  @Argument(help: "The instrument whose widgets it moves; without one, the default patch.")
  var instrument: String?

  @Option(help: "Where MIDI comes from: alsa, portmidi, none.")
  var midi: PlayOptions.MIDIChoice = .alsa

  @Option(
    help: ArgumentHelp("A port to connect, by part of its name; may be given again.", valueName: "name"))
  var connect: [String] = []

  @Flag(name: .customLong("no-autoconnect"), help: "Do not connect controllers by itself.")
  var noAutoconnect = false

  @Option(
    name: .customLong("map"), help: ArgumentHelp("A mapping file; may be given again.", valueName: "file"))
  var maps: [String] = []

  @Option(help: ArgumentHelp("Ends by itself.", valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @OptionGroup var verbosity: Verbosity

  func run() throws {
    var options = PlayOptions()
    options.instrument = instrument
    options.midi = midi
    options.connect = connect
    options.connectsHardware = !noAutoconnect
    options.mappingFiles = maps
    options.durationSeconds = duration
    options.tag = "Monitor"
    let monitor = try MonitorSession(options: options, logger: verbosity.logger())
    let isInterrupted = try monitor.run { StandardOutput.say(json ? $0.json : $0.text) }
    if isInterrupted { throw ExitCode(130) }
  }
}
