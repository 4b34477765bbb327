import Logging
import SpinetDevices
import SpinetFormats
import SpinetLibrary
import SpinetMIDI
import SpinetMIDICI
import SpinetRealtime
import SpinetStage
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage

/// Answers what other devices ask by MIDI-CI, and asks controllers of MIDI 2.0 how they call their controls.
/// [control-thread]
///
/// A controller of MIDI 1.0 is not asked anything.
final class PropertyExchange {
  private let performer: Performer
  private let source: any MIDISource
  private let programs: ProgramTitles
  private let logger: Logger
  private var responder: CIResponder
  private var initiator: CIInitiator
  private var names: [PortID: ControllerNames] = [:]
  /// What has arrived and is not answered yet: the performer is still telling of it.
  private var arrived: [(payload: [UInt8], port: PortID)] = []
  private var known: Set<PortID> = []
  /// The revision of the performer's ports when they were last looked at.
  private var greeted = -1
  /// How many listeners there had been then.
  private var listeners = 0
  private var news = WidgetNews()
  private var pace = Pace(milliseconds: 17)

  init(
    of performer: Performer, on source: any MIDISource, in surroundings: Surroundings, logger: Logger,
    wake: @escaping @Sendable () -> Void
  ) {
    (self.performer, self.source, self.logger) = (performer, source, logger)
    programs = ProgramTitles(surroundings, wake)
    let identity = CIIdentity(
      manufacturer: InstrumentProperties.manufacturer, revision: [0, 0, 0, 0], mostBytes: SysExInbox.limit)
    let chance = surroundings.clock.now.nanoseconds &* 0x9E37_79B9_7F4A_7C15
    responder = CIResponder(identity, muid: MUID(random: UInt32(truncatingIfNeeded: chance >> 32)))
    initiator = CIInitiator(identity)
  }

  /// How a controller calls itself and its controls; nil if it has not told.
  func names(of port: PortID) -> ControllerNames? { names[port] }

  private func host(at now: HostTime) -> InstrumentProperties {
    let instrument = performer.instrument
    let parts = instrument.parts.map { part in
      (
        name: part.part.name.isEmpty ? instrument.name : part.part.name,
        channel: part.part.channels.min()?.number ?? 1
      )
    }
    return InstrumentProperties(
      name: instrument.name, parts: parts, widgets: instrument.widgets, programs: programs.all
    ) { [performer] widget, value in performer.move(widget, to: value, at: now) }
  }

  /// Asks every new controller of MIDI 2.0 who it is.
  private func greet() {
    guard performer.ports.revision != greeted else { return }
    greeted = performer.ports.revision
    let ports = performer.ports.all
    // Who only sends hears the question only once it is connected to the output.
    if performer.ports.listeners != listeners { known = known.filter(receives) }
    listeners = performer.ports.listeners
    for port in ports where port.isMIDI2 && known.insert(port.id).inserted {
      send(initiator.discovery(from: responder.muid), to: port.id)
    }
    known = known.filter { id in ports.contains { $0.id == id } }
  }

  private func answer(_ payload: [UInt8], from port: PortID, at now: HostTime) {
    let number = responder.muid
    for answer in responder.take(payload, from: port, host(at: now)) { send(answer, to: port) }
    // What was asked under another number is not answered any more.
    if responder.muid != number { (known, greeted) = ([], -1) }
    let outcome = initiator.take(payload, from: port, as: responder.muid)
    for question in outcome.payloads { send(question, to: port) }
    guard let told = outcome.names else { return }
    if names[port] == nil { names[port] = told } else { names[port]?.add(told) }
    performer.ports.name(port, names[port]?.controls ?? [:])
    let model = names[port]?.model ?? "a controller"
    logger.info("\(model) tells the names of \(names[port]?.controls.count ?? 0) controls")
  }

  /// A port that only sends belongs to a program, which hears the output.
  private func send(_ payload: [UInt8], to port: PortID) {
    source.send(exclusive: [0xF0] + payload + [0xF7], to: receives(port) ? port : nil)
  }

  private func receives(_ port: PortID) -> Bool {
    source.connectedPorts.first { $0.id == port }?.receives ?? false
  }
}

extension PropertyExchange: Service {
  func nextMoment(after now: HostTime) -> HostTime? { responder.hasSubscribers ? pace.nextMoment : nil }

  func turn(at now: HostTime, isReady: Bool) {
    greet()
    let waiting = arrived
    arrived = []
    for (payload, port) in waiting { answer(payload, from: port, at: now) }
    guard responder.hasSubscribers, news.isThere, pace.isDue(at: now) else { return }
    _ = news.popChange()
    for (port, payload) in responder.changes(host(at: now)) { send(payload, to: port) }
  }
}

extension PropertyExchange: PerformanceListener {
  func heard(
    exclusive payload: [UInt8], from port: PortID, _ outcome: Performer.Outcome, at time: HostTime
  ) {
    guard CIMessage(payload: payload) != nil else { return }
    programs.readOnce()
    arrived.append((payload, port))
  }

  func left(_ port: PortID, at time: HostTime) {
    responder.portLeft(port)
    initiator.portLeft(port)
    names[port] = nil
  }
}

/// The patches by number, as `ProgramList` has them. A worker reads their files when somebody asks for the first time.
private final class ProgramTitles: Sendable {
  private struct State: Sendable {
    var hasBegun = false
    var all: [String]?
  }

  private let state = Mutex(State())
  private let worker: any Worker
  private let catalog: Catalog
  private let wake: @Sendable () -> Void

  init(_ surroundings: Surroundings, _ wake: @escaping @Sendable () -> Void) {
    (worker, catalog, self.wake) = (surroundings.worker, surroundings.catalog, wake)
  }

  /// Nil while they are being read.
  var all: [String]? { state.withLock { $0.all } }

  func readOnce() {
    let begins = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard begins else { return }
    let job = try? worker.begin("spinet-programs") { [self] in
      let lines = Self.read(catalog)
      state.withLock { $0.all = lines }
      wake()
    }
    job?.leave()
  }

  /// Files that cannot be read have no number.
  private static func read(_ catalog: Catalog) -> [String] {
    let entries = (try? catalog.entries(.patch)) ?? []
    return entries.compactMap { entry in
      guard let text = try? entry.text(), let patch = try? Patch(text: text, file: entry.path.string),
        let program = patch.programs.first
      else { return nil }
      var line = JSONLine()
      line.add("title", patch.name ?? entry.name)
      line.add("bankPC", literal: "[\(patch.bank >> 7),\(patch.bank & 127),\(program - 1)]")
      if let family = patch.family { line.add("category", [family]) }
      return line.description
    }
  }
}
