import ArgumentParser
import Session

/// Mapping files.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Check, show, learn and trace mapping files.",
    subcommands: [MapCheckCommand.self, MapShowCommand.self, MapLearnCommand.self, MapTraceCommand.self])
}

struct MapCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Verify mapping files; every error of every file at once.")

  @Argument(help: "Mapping files.")
  var files: [String]

  @Option(help: "The instrument whose widgets they move; without one, the default patch.")
  var instrument: String?

  func run() throws {
    let (good, errors) = try MappingDesk(instrument: instrument).check(files)
    good.forEach(StandardOutput.say)
    errors.forEach(StandardError.say)
    if !errors.isEmpty { throw ExitCode(65) }
  }
}

struct MapShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a mapping as a table.")

  @Argument(help: "A mapping file, a Faust program, or the name of a mapping that travels with spinet.")
  var file: String

  @Option(help: "The instrument whose widgets it moves; without one, the program, or the default patch.")
  var instrument: String?

  func run() throws {
    for line in try MappingDesk(instrument: instrument, program: file).show(file) { StandardOutput.say(line) }
  }
}

struct MapTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Read events from standard input, 'MILLISECONDS HEXBYTES…' a line, and print what they move.")

  @Argument(help: "A mapping file, a Faust program, or the name of a mapping that travels with spinet.")
  var file: String

  @Option(help: "The instrument whose widgets it moves; without one, the program, or the default patch.")
  var instrument: String?

  @Option(help: ArgumentHelp("The port from which the events come.", valueName: "name"))
  var port: String?

  func run() throws {
    let desk = try MappingDesk(instrument: instrument, program: file)
    for line in try desk.trace(file, events: try StandardInput.text(), port: port) {
      StandardOutput.say(line)
    }
  }
}
