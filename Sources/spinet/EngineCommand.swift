import ArgumentParser
import Session

/// The engine of the instrument that is running.
struct EngineCommand: ParsableCommand {
  enum Verb: String, ExpressibleByArgument, CaseIterable { case start, stop, status }

  static let configuration = CommandConfiguration(
    commandName: "engine", abstract: "Start or stop the engine of the running instrument; widgets stay live.")

  @Argument(help: "start, stop or status.")
  var verb: Verb

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let control = try remote.control()
    for line in try control.engine(verb.rawValue, json: json) { print(line) }
  }
}
