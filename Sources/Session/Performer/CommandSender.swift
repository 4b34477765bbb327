import SpinetEngine
import SpinetKeyboard
import SpinetRealtime

/// Sends commands to an engine through its ring. When the ring is full, commands wait here in order, so that none is
/// lost, above all no note-off. [control-thread]
struct CommandSender: ~Copyable {
  private var end: CommandEnd?
  private var backlog: [EngineCommand] = []
  /// How many commands have had to wait so far.
  private(set) var delayedCommands = 0

  /// Sends to `end` from now on; nil: to no engine. Drops the commands that waited for the old one.
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

  /// Sends waiting commands while the ring has room.
  mutating func flush() {
    var sent = 0
    while sent < backlog.count, pass(backlog[sent]) { sent += 1 }
    backlog.removeFirst(sent)
  }

  private mutating func pass(_ command: EngineCommand) -> Bool { end?.send(command) ?? false }

  var isWaiting: Bool { !backlog.isEmpty }
}
