import SpinetEngine
import SpinetKeyboard
import SpinetRealtime

/// Owns the end through which an engine gets its commands. Commands for which the ring has no room wait here in order: no
/// command, above all no note-off, is ever lost. [control-thread]
struct CommandSender: ~Copyable {
  private var end: CommandEnd?
  private var backlog: [EngineCommand] = []
  /// How many commands ever had to wait.
  private(set) var delayedCommands = 0

  /// Commands go through `end`; nil: nowhere. What waited for the one before is dropped.
  mutating func attach(_ end: consuming CommandEnd?) {
    self.end = end
    backlog.removeAll()
  }

  /// Whether there is an engine.
  var isAttached: Bool { end != nil }

  /// - Parameter part: the number of the part in the mix.
  mutating func send(_ action: EngineCommand.Action, to part: UInt32, at time: HostTime) {
    guard isAttached else { return }
    let command = EngineCommand(time: time, action, part: part)
    if backlog.isEmpty, pass(command) { return }
    delayedCommands += 1
    backlog.append(command)
  }

  /// Sends what waits, as far as there is room.
  mutating func flush() {
    var sent = 0
    while sent < backlog.count, pass(backlog[sent]) { sent += 1 }
    backlog.removeFirst(sent)
  }

  private mutating func pass(_ command: EngineCommand) -> Bool { end?.send(command) ?? false }

  var isWaiting: Bool { !backlog.isEmpty }
}
