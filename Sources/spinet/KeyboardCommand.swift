import ArgumentParser
import SpinetTools

/// `spinet keyboard`: keyboard files.
struct KeyboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyboard", abstract: "Show and trace keyboards.",
    subcommands: [KeyboardShowCommand.self, KeyboardTraceCommand.self])
}

struct KeyboardShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a keyboard's keys, notes and frequencies.")

  @Argument(
    help: "A keyboard's name, a .yaml, a .dsp with a SmartKeyboard declaration, or - for the defaults.",
    completion: .keyboard)
  var file: String

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let inspector = try KeyboardInspector(file: file)
    inspector.warnings.forEach(StandardError.say)
    for line in inspector.show(json: json) { StandardOutput.say(line) }
  }
}

struct KeyboardTraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Read fingers and MIDI from standard input, and print what the engine is sent.")

  @Argument(
    help: "A keyboard's name, a .yaml, a .dsp with a SmartKeyboard declaration, or - for the defaults.",
    completion: .keyboard)
  var file: String

  @Option(help: ArgumentHelp("Size of the touch surface, in points.", valueName: "WxH"))
  var size: String?

  func run() throws {
    let inspector = try KeyboardInspector(file: file)
    inspector.warnings.forEach(StandardError.say)
    for line in try inspector.trace(try StandardInput.text(), size: size) { StandardOutput.say(line) }
  }
}
