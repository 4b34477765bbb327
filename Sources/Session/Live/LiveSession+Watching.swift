import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

extension LiveSession {
  /// Notifies the watcher if something has changed since the last notification.
  func tellWatcher() {
    guard handle.watching.isOn else { return }
    let stamp = instrument.widgets.all.reduce(0 as UInt64) { $0 &+ $1.stamp }
    let now = WatchedState(stamp: stamp, status: handle.status)
    let hasOtherMappings = showMappings()
    let hasChanged = handle.watching.show(performer.view) || hasOtherMappings || now != watched
    watched = now
    if hasChanged { handle.watching.tell() }
  }

  /// Shows the mappings if a file or a port has changed. Returns whether they differ from those shown before.
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
  func recordHeard(_ message: MIDIMessage, from id: PortID, at time: HostTime, _ outcome: Performer.Outcome) {
    screen.record(message, outcome)
    guard handle.watching.isOn, message.channel != nil else { return }
    let port = source.connectedPorts.first { $0.id == id }
    handle.watching.record(
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

/// The state at the watcher's last notification, without the view.
struct WatchedState: Equatable {
  /// The sum of all widgets' stamps.
  var stamp: UInt64 = 0
  var status = SessionStatus()
  /// Whether a message has arrived since.
  var hasHeard = false
}
