import ArgumentParser
import SpinetSession

/// `spinet widgets`: the widgets of the running instrument.
struct WidgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets", abstract: "Show the widgets of the running instrument, or set one.",
    subcommands: [WidgetsListCommand.self, WidgetsSetCommand.self], defaultSubcommand: WidgetsListCommand.self
  )
}

struct WidgetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show all widgets and their values.")

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().widgets(json: json) { StandardOutput.say(line) }
  }
}

struct WidgetsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "set", abstract: "Set a widget.")

  @Argument(help: "The widget's name.")
  var widget: String

  // Unrecognized words as well, because a value may start with a minus.
  @Argument(parsing: .allUnrecognized, help: "A number, on or off, or the name of a choice.")
  var value: [String]

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func validate() throws {
    guard value.count == 1 else { throw ValidationError("'set' takes a widget and one value") }
  }

  func run() throws {
    for line in try remote.control().set(widget, value[0], json: json) { StandardOutput.say(line) }
  }
}

/// `spinet engine`: the engine of the running instrument.
struct EngineControlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Start or stop the engine of the running instrument. Widgets keep working.")

  @Argument(help: "start, stop or status.")
  var verb: EngineVerb

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().engine(verb, json: json) { StandardOutput.say(line) }
  }
}

extension EngineVerb: ExpressibleByArgument {}
