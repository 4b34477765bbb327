import SpinetEngine

/// Owns the end through which it sends.
struct Sender: ~Copyable {
  private var commands: CommandEnd

  init(_ commands: consuming CommandEnd) { self.commands = commands }

  mutating func send(_ command: EngineCommand) -> Bool { commands.send(command) }
}

func play(_ command: EngineCommand) {
  let ends = ControlEnds()
  var end = ends.link.claimAudioEnd()
  var sender = Sender(ends.commands)
  var reports = ends.reports
  _ = sender.send(command)
  end.popCommand()
  end.report(.performanceEnded)
  _ = reports.next()
}
