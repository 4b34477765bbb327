import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

extension LiveSession {
  /// Notifies the watcher if something has changed since it was last told.
  func tellWatcher() {
    guard handle.watching.isOn else { return }
    let stamp = instrument.widgets.all.reduce(0 as UInt64) { $0 &+ $1.stamp }
    let now = WatchedState(stamp: stamp, status: handle.status)
    let hasOtherMappings = showMappings()
    let hasChanged = handle.watching.show(bridge.view) || hasOtherMappings || now != watched
    watched = now
    if hasChanged { handle.watching.tell() }
  }

  /// Returns whether they are others. They are looked at only after a file or a port has changed.
  private func showMappings() -> Bool {
    let now = WatchedMappings(revision: activeMappings.revision, ports: source.connectedPorts.map(\.id))
    guard now != watchedMappings else { return false }
    watchedMappings = now
    return handle.watching.show(mappingView)
  }

  private var mappingView: MappingView {
    MappingView(
      mappings: activeMappings.mappings, problems: activeMappings.problems,
      controllers: source.connectedPorts.map { .init(name: $0.client, names: $0.mappingNames) })
  }

  /// Queues an incoming message for the watcher.
  func note(_ message: MIDIMessage, from id: PortID, at time: HostTime, _ outcome: Bridge.Outcome) {
    screen.note(message, outcome)
    guard handle.watching.isOn, message.channel != nil else { return }
    let port = source.connectedPorts.first { $0.id == id }
    handle.watching.note(
      HeardMessage(
        line: SessionStatusCollector.text(message, outcome), message: message, time: time,
        sender: port?.client ?? "", senderNames: port?.mappingNames ?? []))
    watched.hasHeard = true
  }
}

/// What the mappings depend on.
struct WatchedMappings: Equatable {
  var revision = -1
  var ports: [PortID] = []
}

/// The state that the watcher was last told, beside the view.
struct WatchedState: Equatable {
  /// The sum of all widgets' stamps.
  var stamp: UInt64 = 0
  var status = SessionStatus()
  /// Something has arrived since.
  var hasHeard = false
}
