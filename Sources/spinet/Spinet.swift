import ArgumentParser

/// A MIDI instrument for Linux: plug in a controller and play.
@main struct Spinet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spinet",
    abstract: "A MIDI instrument for Linux: plug in a controller and play.",
    discussion: "'spinet' alone is 'spinet play'.",
    version: "0.1.0",
    subcommands: [
      PlayCommand.self, RenderCommand.self, DevicesCommand.self, MonitorCommand.self, MapCommand.self,
      KeyboardCommand.self, WidgetsCommand.self, EngineControlCommand.self, PatchesCommand.self,
      LoadCommand.self, SceneCommand.self, PatchCommand.self, ResetCommand.self, NoteCommand.self,
      SongCommand.self, NextCommand.self, PreviousCommand.self,
      PanelCommand.self, OSCPortCommand.self, RecordCommand.self, CsoundCommand.self, JournalCommand.self,
      FaceCommand.self, LatencyCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  static func main() {
    CsoundProcess.serveIfAsked()
    ProcessSetup.begin()
    let words = CommandLine.arguments.dropFirst()
    let path = CommandPath(words)
    do {
      try path.checkHelp()
      var command = try path.parse(words) ?? parseAsRoot()
      try command.run()
      try StandardOutput.check()
    } catch {
      Ending(MistypedCommand(in: path)?.error(insteadOf: error) ?? error, of: path).leave()
    }
  }
}
