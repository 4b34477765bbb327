// error: 'commands' is a 'let' constant
import SpinetEngine

final class Shared: Sendable {
  private let commands: CommandEnd

  init(_ commands: consuming CommandEnd) { self.commands = commands }

  func send(_ command: EngineCommand) -> Bool { commands.send(command) }
}
