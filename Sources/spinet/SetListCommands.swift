import ArgumentParser
import SpinetSession

/// `spinet next`: the next song of the set list.
struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Play the next song of the set list.")

  @OptionGroup var remote: RemoteOptions

  func run() throws { for line in try remote.control().step(forward: true) { StandardOutput.say(line) } }
}

/// `spinet previous`: the song before it.
struct PreviousCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Play the previous song of the set list.")

  @OptionGroup var remote: RemoteOptions

  func run() throws { for line in try remote.control().step(forward: false) { StandardOutput.say(line) } }
}
