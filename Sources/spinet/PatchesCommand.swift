import ArgumentParser
import Session

/// The patches at hand.
struct PatchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patches", abstract: "List the patches at hand, people's own first.")

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let list = try PatchList()
    for line in json ? list.json : list.text { StandardOutput.say(line) }
  }
}
