// error: used after consume
import SpinetEngine

func keep(_ commands: consuming CommandEnd) {}

func play(_ command: EngineCommand) {
  var ends = ControlEnds()
  keep(ends.commands)
  _ = ends.commands.send(command)
}
