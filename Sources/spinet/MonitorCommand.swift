import ArgumentParser
import SpinetSession
import SpinetTools
import SystemPackage

/// `spinet monitor`: what arrives, decoded, and what it moves.
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor", abstract: "Show incoming MIDI, and what it moves.")

  @Argument(
    help: "The instrument whose widgets are moved. Default: the default patch.", completion: .instrument)
  var instrument: String?

  @OptionGroup var source: SourceOptions

  @Option(
    name: .customLong("map"), help: ArgumentHelp("Use this mapping file. Repeatable.", valueName: "file"),
    completion: .mapping)
  var maps: [String] = []

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @OptionGroup var verbosity: Verbosity

  func run() throws {
    var options = PlayOptions()
    options.instrument = instrument
    source.apply(to: &options)
    options.mappingFiles = maps.map { FilePath($0) }
    options.tag = "Monitor"
    let monitor = try MonitorSession(options: options, logger: verbosity.logger())
    let isInterrupted = try monitor.run(to: StandardOutput.descriptor) { lines in
      StandardOutput.write(lines.map { (json ? $0.json : $0.text) + "\n" }.joined())
    }
    if isInterrupted { throw ExitCode(130) }
  }
}
