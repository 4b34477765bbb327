import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetWidgets

/// What screens show: the status, and for a watcher also the keyboards, the mappings and the messages.
///
/// A watcher is told after something that it draws has changed, and not otherwise; whether a widget has changed is seen
/// by one count of all of them. In a burst of messages the status is not made for each. [control-thread]
final class Screen {
  private let performer: Performer
  private let output: SoundOutput
  private let source: any MIDISource
  private let setLists: SetLists?
  private let handle: SessionHandle
  private var collector: SessionStatusCollector
  private var pace = Pace(milliseconds: 15)
  /// What the watcher was told last.
  private var told = Told()

  private struct Told {
    var widgets = WidgetNews()
    var status = SessionStatus()
    var mappings = -1
    var news = -1
    var revision = -1
    var scene: Int?
    var ports: [PortID] = []
    /// Changes of the ports of instruments outside.
    var outsideChanges = 0
    /// Whether a message has arrived since.
    var hasHeard = false
  }

  init(
    of performer: Performer, _ output: SoundOutput, _ source: any MIDISource, _ setLists: SetLists? = nil,
    on handle: SessionHandle
  ) {
    (self.performer, self.output, self.source, self.handle) = (performer, output, source, handle)
    self.setLists = setLists
    collector = SessionStatusCollector(instrument: performer.instrument.name)
  }

  /// Notifies the watcher if something has changed since the last notification.
  private func tellWatcher(_ status: SessionStatus) {
    guard handle.watching.isOn else { return }
    let isMoved = told.widgets.popChange()
    let isOtherStatus = status != told.status
    let hasOtherMappings = showMappings()
    let hasOtherView = handle.watching.show(performer.view)
    let hasOtherSound = showSound(isMoved)
    let hasHeard = told.hasHeard
    (told.status, told.hasHeard) = (status, false)
    let isOther = isMoved || isOtherStatus || hasOtherMappings || hasOtherView || hasOtherSound
    if isOther || hasHeard { handle.watching.tell() }
  }

  /// Shows the sound and its links if something was played or moved, or an instrument outside has come or is gone.
  /// Returns whether they differ from those shown before.
  private func showSound(_ isMoved: Bool) -> Bool {
    let outsideChanges = performer.outside?.portChangeCount ?? 0
    let hasOtherPorts = outsideChanges != told.outsideChanges
    guard isMoved || hasOtherPorts || performer.news.count != told.news else { return false }
    (told.news, told.outsideChanges) = (performer.news.count, outsideChanges)
    let hasOtherLinks = handle.watching.show(performer.router.links)
    guard hasOtherPorts || performer.revision != told.revision || performer.parts.scene != told.scene else {
      return hasOtherLinks
    }
    (told.revision, told.scene) = (performer.revision, performer.parts.scene)
    return handle.watching.show(performer.soundView) || hasOtherLinks
  }

  /// Shows the mappings if a file or a port has changed. Returns whether they differ from those shown before.
  private func showMappings() -> Bool {
    let (revision, ports) = (performer.mappings.revision, source.connectedPorts.map(\.id))
    guard revision != told.mappings || ports != told.ports else { return false }
    (told.mappings, told.ports) = (revision, ports)
    return handle.watching.show(
      MappingView(
        mappings: performer.mappings.mappings, problems: performer.mappings.problems,
        controllers: source.connectedPorts.map { .init(name: $0.client, names: $0.mappingNames) }))
  }
}

extension Screen: Service {
  func nextMoment(after now: HostTime) -> HostTime? { pace.nextMoment }

  func turn(at now: HostTime, isReady: Bool) {
    guard pace.isDue(at: now) else { return }
    performer.sendValues()
    let status = collector.status(
      host: output, performer: performer, source: source, setList: setLists?.shown, at: now)
    handle.snapshot.show(status)
    tellWatcher(status)
  }
}

extension Screen: PerformanceListener {
  func heard(
    _ message: AnyMIDIMessage, from port: PortID, _ outcomes: [Performer.Outcome], at time: HostTime
  ) {
    for outcome in outcomes { heard(message, from: port, outcome, at: time) }
    // A start or a stop, which moves nothing.
    if outcomes.isEmpty { collector.record(message, .unmapped) }
  }

  func heard(
    exclusive payload: [UInt8], from port: PortID, _ outcome: Performer.Outcome, at time: HostTime
  ) {
    collector.record(outcome)
  }

  /// Queues an incoming message for the watcher.
  private func heard(
    _ message: AnyMIDIMessage, from id: PortID, _ outcome: Performer.Outcome, at time: HostTime
  ) {
    collector.record(message, outcome)
    guard handle.watching.isOn, message.channel != nil else { return }
    let port = source.connectedPorts.first { $0.id == id }
    handle.watching.record(
      HeardMessage(
        line: SessionStatusCollector.text(
          message, outcome, named: performer.ports.controlName(of: message, from: id)), message: message,
        time: time,
        sender: port?.client ?? "", senderNames: port?.mappingNames ?? []))
    told.hasHeard = true
  }

  func changed(_ change: InstrumentChange) { handle.snapshot.show(change.new) }
}
