import SpinetEngine
import SpinetKeyboard
import SpinetRealtime

/// Control's end of the engine link. Commands for which the ring has no room wait here in order: no command, above all no
/// note-off, is ever lost. [control-thread]
struct CommandSender {
  private(set) var link: EngineLink?
  private var backlog: [EngineCommand] = []
  /// How many commands ever had to wait.
  private(set) var delayedCommands = 0

  /// Commands go to `link`; what waited for the one before is dropped.
  mutating func attach(_ link: EngineLink?) {
    self.link = link
    backlog.removeAll()
  }

  /// - Parameter part: the number of the part in the mix.
  mutating func send(_ action: EngineCommand.Action, to part: UInt32, at time: HostTime) {
    guard let link else { return }
    let command = EngineCommand(time: time, action, part: part)
    if backlog.isEmpty, link.send(command) { return }
    delayedCommands += 1
    backlog.append(command)
  }

  /// Sends what waits, as far as there is room.
  mutating func flush() {
    guard let link, !backlog.isEmpty else { return }
    let sent = backlog.prefix { link.send($0) }.count
    backlog.removeFirst(sent)
  }

  var isWaiting: Bool { !backlog.isEmpty }
}
