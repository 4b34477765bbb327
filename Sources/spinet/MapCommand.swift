import ArgumentParser
import SpinetSession
import SpinetTerminal
import SpinetTools
import SystemPackage

/// `spinet map`: mapping files.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Check, show, learn and trace mapping files.",
    subcommands: [MapCheckCommand.self, MapShowCommand.self, MapLearnCommand.self, MapTraceCommand.self])
}

struct MapCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check mapping files, and print every error.")

  @Argument(help: "Mapping files.", completion: .mapping)
  var files: [String]

  @Option(
    help: "The instrument whose widgets they move. Default: the default patch.", completion: .instrument)
  var instrument: String?

  func run() throws {
    let (good, errors) = try MappingInspector(instrument: instrument).check(files)
    good.forEach(StandardOutput.say)
    for error in errors { StandardError.say(error.spoken) }
    if !errors.isEmpty { throw ExitCode(65) }
  }
}

struct MapShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a mapping as a table.")

  @Argument(
    help: "A mapping file, a Faust program, or the name of an installed mapping.", completion: .mapping)
  var file: String

  @Option(
    help: "The instrument whose widgets it moves. Default: the Faust program, or the default patch.",
    completion: .instrument)
  var instrument: String?

  func run() throws {
    for line in try MappingInspector(instrument: instrument, program: file).show(file) {
      StandardOutput.say(line)
    }
  }
}

struct MapTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract:
      "Read events from standard input, one 'MILLISECONDS HEXBYTES…' a line, and print what they move.")

  @Argument(
    help: "A mapping file, a Faust program, or the name of an installed mapping.", completion: .mapping)
  var file: String

  @Option(
    help: "The instrument whose widgets it moves. Default: the Faust program, or the default patch.",
    completion: .instrument)
  var instrument: String?

  @Option(help: ArgumentHelp("The port that the events come from.", valueName: "name"), completion: .port)
  var port: String?

  func run() throws {
    let inspector = try MappingInspector(instrument: instrument, program: file)
    for line in try inspector.trace(file, events: try StandardInput.text(), port: port) {
      StandardOutput.say(line)
    }
  }
}

/// `spinet map learn`: writes a mapping file while the controls are moved.
struct MapLearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Write a mapping file: name a widget, then move its control.",
    discussion: """
      In a terminal, Tab completes widget names. An existing file is extended. The file is written after every \
      control. A 'spinet play --map FILE' that is running picks it up within a second.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The mapping file to write.", valueName: "file"),
    completion: .mapping)
  var output: String

  @Option(
    help: "The instrument whose widgets are mapped. Default: the default patch.", completion: .instrument)
  var instrument: String?

  @OptionGroup var source: SourceOptions
  @OptionGroup var verbosity: Verbosity

  func run() throws {
    var options = PlayOptions()
    options.instrument = instrument
    source.apply(to: &options)
    options.tag = "Learn"
    let terminal = TerminalConsole()
    let logger = verbosity.logger { line in
      if let terminal, terminal.isShown { terminal.log(line) } else { StandardError.say(line) }
    }
    let session = try LearnSession(file: FilePath(output), options: options, logger: logger) {
      "play with it: spinet play --map \($0)"
    }
    defer { terminal?.leaveLine() }
    let isInterrupted = try session.run(terminal ?? PipeConsole { StandardOutput.write($0) })
    if isInterrupted { throw ExitCode(130) }
  }
}
