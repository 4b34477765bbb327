// error: consumed more than once
import SpinetEngine

func split(_ command: EngineCommand) {
  let ends = ControlEnds()
  var first = ends.commands
  var second = ends.commands
  _ = first.send(command)
  _ = second.send(command)
}
