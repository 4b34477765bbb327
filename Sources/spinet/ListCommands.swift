import ArgumentParser
import SpinetRealtime
import SpinetTools

/// `spinet devices`: the MIDI ports and sound cards of this machine.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List MIDI ports, their mappings, sound cards, cameras, touch screens and sensors.")

  @OptionGroup var verbosity: Verbosity

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let list = try DeviceList(logger: verbosity.logger())
    if json, let problem = list.midiProblem { StandardError.say(problem.spoken) }
    for line in json ? list.json : list.text(in: .command, heading: \.heading) { StandardOutput.say(line) }
  }
}

/// `spinet patches`: the patches that `play` finds by name.
struct PatchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patches", abstract: "List the available patches, your own first.")

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    let list = try PatchList()
    for line in json ? list.json : list.text { StandardOutput.say(line) }
  }
}
