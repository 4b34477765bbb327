import ArgumentParser
import Session

/// The widgets of the instrument that is running.
struct WidgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets", abstract: "Show the widgets of the running instrument, or set one.",
    subcommands: [WidgetsListCommand.self, WidgetsSetCommand.self], defaultSubcommand: WidgetsListCommand.self
  )
}

struct WidgetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the widgets and their values.")

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let control = try remote.control()
    for line in try control.widgets(json: json) { StandardOutput.say(line) }
  }
}

struct WidgetsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "set", abstract: "Move a widget.")

  @Argument(help: "The widget's name.")
  var widget: String

  // Unrecognized words too, because a value may begin with a minus.
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
