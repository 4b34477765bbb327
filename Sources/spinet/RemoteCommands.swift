import ArgumentParser
import SpinetSession
import SpinetTools

/// `spinet widgets`: the widgets of the running instrument.
struct WidgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets", abstract: "Show the widgets of the running instrument, or set one.",
    subcommands: [WidgetsListCommand.self, WidgetsSetCommand.self], defaultSubcommand: WidgetsListCommand.self
  )
}

struct WidgetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show widgets and their values.")

  @Argument(
    help: "Part of a name, or a wildcard such as 'filter.*'. Default: all widgets.",
    completion: .widget)
  var pattern: String?

  @OptionGroup var remote: RemoteOptions

  @Option(
    help: "Show the widgets of this instrument instead. It does not have to be running.",
    completion: .instrument)
  var instrument: String?

  @Flag(name: .shortAndLong, help: "Also say what each widget does.")
  var long = false

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let listing = WidgetListing(json ? .json : long ? .long : .text, matching: pattern)
    let lines =
      try instrument.map { try WidgetList(of: $0).lines(listing) } ?? remote.control().widgets(listing)
    for line in lines { StandardOutput.say(line) }
  }
}

struct WidgetsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "set", abstract: "Set a widget.")

  @Argument(help: "The widget's name.", completion: .widget)
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
