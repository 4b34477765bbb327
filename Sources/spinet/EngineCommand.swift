import ArgumentParser
import Session

/// The engine of the instrument that is running.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine", abstract: "Start or stop the engine of the running instrument; widgets stay live.")

  @Argument(help: "start, stop or status.")
  var verb: EngineVerb

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let control = try remote.control()
    for line in try control.engine(verb, json: json) { StandardOutput.say(line) }
  }
}

extension EngineVerb: ExpressibleByArgument {}
