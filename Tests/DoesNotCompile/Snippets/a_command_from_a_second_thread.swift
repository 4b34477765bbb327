// error: mutation of captured var 'ends'
import SpinetEngine

func run(_ work: @escaping @Sendable () -> Void) {}

func play(_ command: EngineCommand) {
  var ends = ControlEnds()
  run { _ = ends.commands.send(command) }
  _ = ends.commands.send(command)
}
