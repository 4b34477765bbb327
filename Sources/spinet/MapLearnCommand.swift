import ArgumentParser
import Session
import Terminal

/// A mapping file, written by moving the controls.
struct MapLearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Write a mapping file: name a widget, move its control.",
    discussion: """
      In a terminal, Tab completes the names of widgets. \
      A file that is there already is added to. It is written after every control, and 'spinet play --map FILE' \
      that runs meanwhile goes on sounding and takes it up within a second.
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The mapping file.", valueName: "file"))
  var output: String

  @Option(help: "The instrument whose widgets are moved; without one, the default patch.")
  var instrument: String?

  @OptionGroup var source: SourceOptions
  @OptionGroup var verbosity: Verbosity

  func run() throws {
    var options = PlayOptions()
    options.instrument = instrument
    source.apply(to: &options)
    options.tag = "Learn"
    let terminal = TerminalConsole()
    let session = try LearnSession(
      file: output, options: options, logger: verbosity.logger(above: terminal))
    defer { terminal?.leaveLine() }
    let isInterrupted = try session.run(terminal ?? PipeConsole { StandardOutput.write($0) })
    if isInterrupted { throw ExitCode(130) }
  }
}
