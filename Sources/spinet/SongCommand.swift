import ArgumentParser
import SpinetSession

/// `spinet song`: the song that plays beside the running instrument.
struct SongCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "song", abstract: "Play, stop or move the song that plays beside the running instrument.",
    subcommands: [
      SongPlayCommand.self, SongStopCommand.self, SongLocateCommand.self, SongLoopCommand.self,
    ])
}

struct SongPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play the song from where it is.")

  @OptionGroup var remote: RemoteOptions

  func run() throws { for line in try remote.control().song(.play) { StandardOutput.say(line) } }
}

struct SongStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop the song.")

  @OptionGroup var remote: RemoteOptions

  func run() throws { for line in try remote.control().song(.stop) { StandardOutput.say(line) } }
}

struct SongLocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate", abstract: "Go to the beginning of a bar.")

  @Argument(help: "The number of the bar, from 1.")
  var bar: Int

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard (1...SongVerb.lastBar).contains(bar) else {
      throw ValidationError("Bars are counted from 1 to \(SongVerb.lastBar)")
    }
  }

  func run() throws { for line in try remote.control().song(.locate(bar)) { StandardOutput.say(line) } }
}

struct SongLoopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: "Repeat some bars of the song, or play on.")

  @Argument(help: ArgumentHelp("The first and the last bar, as 5..8, or off.", valueName: "bars"))
  var bars: String

  @OptionGroup var remote: RemoteOptions

  private var verb: SongVerb? {
    if bars == "off" { return .loop(nil) }
    let ends = bars.split(separator: ".", omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty, let first = Int(ends[0]), let last = Int(ends[2]),
      1 <= first, first <= last, last <= SongVerb.lastBar
    else { return nil }
    return .loop(first...last)
  }

  func validate() throws {
    guard verb != nil else {
      throw ValidationError("'\(bars)' is no span of bars, expected one such as 5..8, or off")
    }
  }

  func run() throws {
    guard let verb else { return }
    for line in try remote.control().song(verb) { StandardOutput.say(line) }
  }
}
