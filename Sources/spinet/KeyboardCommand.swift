import ArgumentParser
import Session

/// Keyboard files.
struct KeyboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyboard", abstract: "Show and trace keyboards.",
    subcommands: [KeyboardShowCommand.self, KeyboardTraceCommand.self])
}

struct KeyboardShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a keyboard's keys, notes and frequencies.")

  @Argument(help: "A keyboard .yaml, a .dsp with a SmartKeyboard declaration, or - for the defaults.")
  var file: String

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let desk = try KeyboardDesk(file: file)
    desk.warnings.forEach(StandardError.say)
    for line in desk.show(json: json) { StandardOutput.say(line) }
  }
}

struct KeyboardTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Read fingers and MIDI from standard input and print what is sent to the engine.")

  @Argument(help: "A keyboard .yaml, a .dsp with a SmartKeyboard declaration, or - for the defaults.")
  var file: String

  @Option(help: ArgumentHelp("The surface, in points.", valueName: "WxH"))
  var size: String?

  func run() throws {
    let desk = try KeyboardDesk(file: file)
    desk.warnings.forEach(StandardError.say)
    for line in try desk.trace(try StandardInput.text(), size: size) { StandardOutput.say(line) }
  }
}
