import ArgumentParser
import SpinetSession
import SpinetText
import SystemPackage

/// `spinet record`: a sound file of what the running instrument plays.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record the sound of the running instrument.",
    discussion: """
      The widget 'recording' starts and ends a recording too: map it to a pedal with \
      'cc 80: {widget: recording, mode: toggle}'. Its files are named by the date. They are beside the file of \
      'spinet play --record', or else in the music folder.
      """,
    subcommands: [RecordStartCommand.self, RecordStopCommand.self])
}

struct RecordStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin to record.")

  @Argument(
    help: "A .wav, .aiff or .flac file. Default: named by the date, in the music folder.",
    completion: .soundFile)
  var file: String?

  @Flag(help: "Overwrite an existing file. Default: record to NAME-2.")
  var replace = false

  @OptionGroup var remote: RemoteOptions

  func run() throws {
    // The instrument may have been started in another folder.
    let path = file.map { FilePath($0).absolute }
    for line in try remote.control().record(.start(path, replace: replace)) { StandardOutput.say(line) }
  }
}

struct RecordStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the recording, and wait until its file is complete.")

  @OptionGroup var remote: RemoteOptions

  func run() throws {
    for line in try remote.control().record(.stop) { StandardOutput.say(line) }
  }
}
