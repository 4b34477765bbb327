// error: consumed more than once
import SpinetEngine

func copy(_ commands: consuming CommandEnd, _ command: EngineCommand) {
  var first = commands
  var second = commands
  _ = first.send(command)
  _ = second.send(command)
}
