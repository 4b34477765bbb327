import ArgumentParser
import SpinetSession
import SpinetTools
import SystemPackage

/// `spinet journal`: what was played.
struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Show what was played, or save it as a MIDI file.",
    discussion: """
      While 'spinet play' runs, it keeps all MIDI input and all widget moves, even if you do not record. \
      A pause ends a take.
      """,
    subcommands: [JournalListCommand.self, JournalSaveCommand.self],
    defaultSubcommand: JournalListCommand.self)
}

struct JournalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The journal of a second instance, named \"Spinet TAG\".", valueName: "tag"))
  var name: String?

  @Option(help: ArgumentHelp("A pause of this length ends a take.", valueName: "seconds"))
  var pause = JournalList.usualPauseSeconds

  func validate() throws {
    guard (0.1...3600).contains(pause) else {
      throw ValidationError("--pause \(pause) is out of range, expected 0.1 to 3600 seconds")
    }
  }

  var list: JournalList { JournalList(tag: name, pauseSeconds: pause) }
}

struct JournalListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the takes.")

  @OptionGroup var journal: JournalOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let list = journal.list
    for warning in list.warnings { StandardError.say("spinet: \(warning)") }
    for line in json ? list.json : list.text { StandardOutput.say(line) }
  }
}

struct JournalSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save a take as a MIDI file, which 'spinet render' turns into what was heard.")

  @Argument(
    help: ArgumentHelp(
      "The take's number, LAST, or a span of time: 21:05..21:20, or '2026-11-22 21:05..21:20'.",
      valueName: "which"))
  var take: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The MIDI file to write.", valueName: "file"))
  var output: String

  @Flag(help: "Replace a file of that name.")
  var replace = false

  @OptionGroup var journal: JournalOptions

  func run() throws {
    let list = journal.list
    for warning in list.warnings { StandardError.say("spinet: \(warning)") }
    StandardOutput.say(try list.save(take, to: FilePath(output), replacing: replace))
  }
}

/// How much of what was played is kept: `64M`, `500k`, `none`.
struct JournalSize: ExpressibleByArgument {
  /// Nil for none.
  let bytes: Int?

  init?(argument: String) {
    let text = argument.lowercased()
    if text == "none" {
      bytes = nil
      return
    }
    let digits = text.prefix { $0.isNumber }
    let units = [
      "": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
    ]
    guard let number = Int(digits), let unit = units[String(text.dropFirst(digits.count))], number < 1 << 30
    else { return nil }
    let size = number * unit
    guard size >= JournalFolder.smallestLimit else { return nil }
    bytes = size
  }

  init() { bytes = JournalFolder.usualLimit }

  var defaultValueDescription: String { "64M" }
}
