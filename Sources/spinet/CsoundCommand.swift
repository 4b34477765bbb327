import ArgumentParser
import FoundationEssentials
import Glibc
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SystemPackage

/// `spinet csound`: what a running Csound program takes while it plays.
struct CsoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csound", abstract: "Send score lines, orchestra text or table values to a running .csd.",
    discussion: """
      Additions last until the engine is restarted. A line of the score that begins with 'e' ends the \
      program, as in a file.
      """,
    subcommands: [CsoundScoreCommand.self, CsoundOrchestraCommand.self, CsoundTableCommand.self])
}

struct CsoundScoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score", abstract: "Play score lines; their times begin now.")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Lines such as 'i1 0 1', each in quotes, or - for standard input.", valueName: "line"))
  var lines: [String]

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  func run() throws {
    let text = try lines == ["-"] ? StandardInput.text() : lines.joined(separator: "\n")
    for line in try remote.control().program(.score(text), part: part.part) { StandardOutput.say(line) }
  }
}

struct CsoundOrchestraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orchestra",
    abstract: "Compile instruments and opcodes into the program. Notes that sound continue.")

  @Argument(
    help: "A file, - for standard input, or the text itself, as 'instr 5 ... endin'.", completion: .file())
  var text: String

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  func run() throws {
    let (text, name) = try content
    for line in try remote.control().program(.orchestra(text, name: name), part: part.part) {
      StandardOutput.say(line)
    }
  }

  /// A word with white space is orchestra text, unless a file of that name exists.
  private var isText: Bool { text.contains(where: \.isWhitespace) && access(text, F_OK) != 0 }

  private var content: (text: String, name: String) {
    get throws(SpinetError) {
      if text == "-" { return (try StandardInput.text(), "standard input") }
      if isText { return (text, "orchestra") }
      let remedy: Remedy = "give a file with instruments, or their text"
      return (try InputFile.text(at: FilePath(text), remedy: remedy), text)
    }
  }
}

struct CsoundTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", abstract: "Show the values of a function table, or write some.")

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The table's number, then the index to begin at, then values to write.", valueName: "number"))
  var numbers: [String]

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  func validate() throws { _ = try command }

  private var command: ProgramCommand {
    get throws {
      guard let table = numbers.first.flatMap({ Int($0) }), table > 0 else {
        throw ValidationError("'table' takes the number of a table")
      }
      guard numbers.count > 1 else { return .showTable(table, from: nil) }
      guard let first = Int(numbers[1]), first >= 0 else {
        throw ValidationError("'\(numbers[1])' is not an index")
      }
      guard numbers.count > 2 else { return .showTable(table, from: first) }
      let values = try numbers.dropFirst(2).map { text in
        guard let value = Double(text), value.isFinite else {
          throw ValidationError("'\(text)' is not a number")
        }
        return value
      }
      return .setTable(table, from: first, values: values)
    }
  }

  func run() throws {
    for line in try remote.control().program(command, part: part.part) { StandardOutput.say(line) }
  }
}
